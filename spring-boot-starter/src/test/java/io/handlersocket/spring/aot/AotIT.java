// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.aot;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.spring.diary.DiaryApplication;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplicationAotProcessor;
import org.springframework.context.aot.AbstractAotProcessor.Settings;

/** Processed ahead of time, with generated repositories, the application's lookups are as fast as before. */
@Tag("exhaustive")
class AotIT {

    @TempDir
    private Path folder;

    @Test
    void readsOverHandlerSocketWhenProcessedAheadOfTime() throws Exception {
        HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();
        DiaryApplication.createTables(server);
        String[] arguments = {
            "--spring.datasource.url=" + server.getJdbcUrl(),
            "--spring.datasource.username=" + server.getUsername(),
            "--spring.datasource.password=" + server.getPassword(),
            "--spring.jpa.hibernate.ddl-auto=none",
            "--spring.jpa.database-platform=org.hibernate.dialect.MariaDBDialect",
            "--spring.main.banner-mode=off",
            "--spring.main.web-application-type=none"
        };
        Path classes = folder.resolve("classes");
        process(arguments, classes);

        String answer = run(arguments, classes);

        assertThat(answer)
                .contains("Card[id=7, ", "Strasse", "5|")
                .contains("method=findCardBySlug, route=HANDLERSOCKET")
                .contains("method=findHeadlineBySlug, route=HANDLERSOCKET")
                .contains("method=findById, route=HANDLERSOCKET")
                .contains("method=findTop3CardsByAuthorIdOrderByCreatedDesc, route=HANDLERSOCKET");
    }

    private void process(String[] arguments, Path classes) throws IOException {
        Path sources = folder.resolve("sources");
        new SpringApplicationAotProcessor(
                        DiaryApplication.class,
                        Settings.builder()
                                .sourceOutput(sources)
                                .resourceOutput(classes)
                                .classOutput(classes)
                                .groupId("io.handlersocket")
                                .artifactId("diary")
                                .build(),
                        arguments)
                .process();
        List<Path> generated;
        try (Stream<Path> files = Files.walk(sources)) {
            generated = files.filter(file -> file.toString().endsWith(".java")).toList();
        }
        assertThat(generated).anyMatch(file -> file.toString().contains("Entries"));
        Files.createDirectories(classes);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            boolean compiled = compiler.getTask(
                            null,
                            files,
                            null,
                            List.of("-proc:none", "-nowarn", "-d", classes.toString(), "-cp", classPath()),
                            null,
                            files.getJavaFileObjectsFromPaths(generated))
                    .call();
            assertThat(compiled).isTrue();
        }
    }

    @SuppressWarnings("unchecked") // loaded by name
    private static String run(String[] arguments, Path classes) throws Exception {
        ClassLoader original = Thread.currentThread().getContextClassLoader();
        List<URL> urls = new ArrayList<>(List.of(classes.toUri().toURL()));
        Arrays.stream(classPath().split(File.pathSeparator)).map(AotIT::url).forEach(urls::add);
        System.setProperty("spring.aot.enabled", "true");
        try (URLClassLoader loader =
                new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
            Thread.currentThread().setContextClassLoader(loader);
            return ((Function<String[], String>) loader.loadClass(AotRun.class.getName())
                            .getDeclaredConstructor()
                            .newInstance())
                    .apply(arguments);
        } finally {
            System.clearProperty("spring.aot.enabled");
            Thread.currentThread().setContextClassLoader(original);
        }
    }

    private static String classPath() {
        // Surefire's own jar stands in for the class path of a forked JVM.
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    private static URL url(String entry) {
        try {
            return new File(entry).toURI().toURL();
        } catch (MalformedURLException e) {
            throw new AssertionError(entry, e);
        }
    }
}
