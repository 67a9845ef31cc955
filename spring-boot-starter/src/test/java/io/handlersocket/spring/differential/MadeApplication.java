// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.differential;

import io.handlersocket.spring.LookupListener;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.io.DefaultResourceLoader;

/** Compiles a made-up application and starts it, with and without direct reads. */
final class MadeApplication {

    static final String HEADER = """
            package made;
            import jakarta.persistence.*;
            import io.handlersocket.spring.FastLookup;
            import org.springframework.data.domain.*;
            import org.springframework.data.jpa.repository.*;
            import org.springframework.data.jpa.repository.Query;
            import jakarta.persistence.Entity;
            import jakarta.persistence.Table;
            """;

    final List<MadeEntity> entities = new ArrayList<>();
    final List<MadeMethod> methods = new ArrayList<>();
    private final Path folder;

    /** @param nullOrder whether the application places NULL */
    MadeApplication(Path folder, int count, int each, boolean nullOrder, Random random) {
        this.folder = folder;
        for (int number = 0; number < count; number++) {
            MadeEntity entity = new MadeEntity(number, random);
            entities.add(entity);
            for (int i = 0; i < each; i++) {
                methods.add(new MadeMethod(entity, i, nullOrder, random));
            }
        }
    }

    static <T> T one(List<T> all, Random random) {
        return all.get(random.nextInt(all.size()));
    }

    void createTables(HandlerSocketMariaDB server) {
        List<String> ddl = new ArrayList<>(List.of(
                "DROP TABLE IF EXISTS made_team",
                "CREATE TABLE made_team (id BIGINT NOT NULL PRIMARY KEY)",
                "INSERT INTO made_team SELECT seq FROM seq_1_to_7"));
        entities.forEach(entity -> ddl.addAll(entity.ddl()));
        server.execute(ddl.toArray(String[]::new));
    }

    /** Returns the loader of the compiled classes. */
    ClassLoader compile() throws IOException {
        Path sources = Files.createDirectories(folder.resolve("sources/made"));
        Path classes = folder.resolve("classes");
        Files.createDirectories(classes.resolve("META-INF"));
        List<Path> files = new ArrayList<>();
        files.add(
                write(
                        sources.resolve("Made.java"),
                        HEADER + "@org.springframework.boot.autoconfigure.SpringBootApplication public class Made {\n"
                                + "  @org.springframework.context.annotation.Bean Words words() { return new Words(); }\n"
                                + "  public static class Words { public String of(Object id) { return \"bean of \" + id; } }\n}\n"));
        files.add(
                write(
                        sources.resolve("Mood.java"),
                        HEADER
                                + "public enum Mood { GOOD, BAD }\n@Entity @Table(name = \"made_team\") class Team { @Id public"
                                + " Long id; public Long getId() { return id; } }\n"
                                + "class Loud implements AttributeConverter<String, String> {\n"
                                + "  public String convertToDatabaseColumn(String a) { return a == null ? null : a.toUpperCase(); }\n"
                                + "  public String convertToEntityAttribute(String d) { return d == null ? null : d + '!'; } }\n"));
        for (MadeEntity entity : entities) {
            String own = methods.stream()
                    .filter(method -> method.entity == entity)
                    .map(MadeMethod::source)
                    .collect(Collectors.joining());
            String idType = entity.mapping == MadeEntity.Mapping.COMPOSITE ? "E" + entity.number + ".Key" : "Long";
            files.add(write(
                    sources.resolve("R" + entity.number + ".java"),
                    HEADER + "@FastLookup public interface R" + entity.number + " extends JpaRepository<E"
                            + entity.number + ", " + idType + "> {\n" + own + "}\n"));
            files.add(write(sources.resolve("E" + entity.number + ".java"), entity.source()));
        }
        Files.writeString(
                classes.resolve("META-INF/jpa-named-queries.properties"),
                methods.stream().map(method -> method.property).collect(Collectors.joining("\n")));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            List<String> options = List.of(
                    "-parameters",
                    "-proc:none",
                    "-nowarn",
                    "-d",
                    classes.toString(),
                    "-cp",
                    System.getProperty("java.class.path"));
            if (!compiler.getTask(said, manager, null, options, null, manager.getJavaFileObjectsFromPaths(files))
                    .call()) {
                throw new IllegalStateException(said.toString());
            }
        }
        return new URLClassLoader(
                new URL[] {classes.toUri().toURL()}, getClass().getClassLoader());
    }

    private static Path write(Path file, String text) throws IOException {
        return Files.writeString(file, text);
    }

    /** Starts the application. */
    static ConfigurableApplicationContext start(
            ClassLoader loader, HandlerSocketMariaDB server, LookupListener listener, List<String> properties) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            List<String> all = new ArrayList<>(List.of(
                    "spring.datasource.url=" + server.getJdbcUrl(),
                    "spring.datasource.username=" + server.getUsername(),
                    "spring.datasource.password=" + server.getPassword(),
                    "spring.jpa.hibernate.ddl-auto=none",
                    "spring.jpa.open-in-view=false",
                    "spring.main.banner-mode=off",
                    "spring.jmx.enabled=false",
                    "handlersocket.on-missing-index=warn"));
            all.addAll(properties);
            return new SpringApplicationBuilder(Class.forName("made.Made", true, loader))
                    .resourceLoader(new DefaultResourceLoader(loader))
                    .web(WebApplicationType.NONE)
                    .initializers((GenericApplicationContext context) ->
                            context.registerBean(LookupListener.class, () -> listener))
                    .properties(all.toArray(String[]::new))
                    .run();
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
