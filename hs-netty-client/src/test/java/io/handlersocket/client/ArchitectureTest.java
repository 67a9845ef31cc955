// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.handlersocket.client.internal.DefaultClient;
import io.handlersocket.client.internal.concurrent.DriverThread;
import io.handlersocket.client.internal.concurrent.TimeSource;
import io.handlersocket.client.internal.control.ClientOptions;
import io.handlersocket.client.internal.control.JfrListener;
import io.handlersocket.client.internal.transport.Tls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Dependencies point one way: api, protocol and codec, transport, lookup, control, glue. */
class ArchitectureTest {

    private static final String ROOT = "io.handlersocket.client";
    private static final JavaClasses CLASSES = TimeRules.importedByName(() -> new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT));

    /** The place that knows both sides: it makes the client that it promises. */
    private static final DescribedPredicate<JavaClass> BUILDER = equivalentTo(HandlerSocketClientBuilder.class);

    /** A task of the application could keep its only thread busy. */
    @Test
    void nothingRunsInTheCommonPool() {
        noClasses()
                .should()
                .callMethodWhere(DescribedPredicate.describe(
                        "nothing but the common pool",
                        call -> call.getTargetOwner().getName().startsWith("java.util.concurrent.Complet")
                                && call.getName().matches(".*Async|delayedExecutor")
                                && call.getTarget().getRawParameterTypes().stream()
                                        .noneMatch(type -> type.getName().equals(Executor.class.getName()))))
                .check(CLASSES);
    }

    @Test
    void layersKnowOnlyThoseBelow() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("api")
                .definedBy(ROOT, ROOT + ".catalog", ROOT + ".spi")
                .layer("protocol")
                .definedBy(ROOT + ".internal.protocol")
                .layer("codec")
                .definedBy(ROOT + ".internal.codec")
                .layer("concurrent")
                .definedBy(ROOT + ".internal.concurrent")
                .layer("transport")
                .definedBy(ROOT + ".internal.transport..")
                .layer("lookup")
                .definedBy(ROOT + ".internal.lookup")
                .layer("control")
                .definedBy(ROOT + ".internal.control..")
                .layer("glue")
                .definedBy(ROOT + ".internal")
                .whereLayer("glue")
                .mayOnlyBeAccessedByLayers("api")
                .whereLayer("control")
                .mayOnlyBeAccessedByLayers("glue", "api")
                .whereLayer("lookup")
                .mayOnlyBeAccessedByLayers("control", "glue")
                .whereLayer("transport")
                .mayOnlyBeAccessedByLayers("lookup", "control", "glue")
                .whereLayer("concurrent")
                .mayOnlyBeAccessedByLayers("transport", "lookup", "control", "glue")
                .whereLayer("codec")
                .mayOnlyBeAccessedByLayers("lookup", "control", "glue")
                .whereLayer("protocol")
                .mayOnlyBeAccessedByLayers("codec", "transport", "lookup", "control", "glue")
                .ignoreDependency(equivalentTo(DrainLock.class), belongToAnyOf(DriverThread.class, TimeSource.class))
                .ignoreDependency(
                        BUILDER, belongToAnyOf(DefaultClient.class, ClientOptions.class, Tls.class, TimeSource.class))
                .check(CLASSES);
    }

    @Test
    void onlyTheWaysIntoTheApiKnowWhatIsInside() {
        noClasses()
                .that(resideInAnyPackage(ROOT, ROOT + ".catalog", ROOT + ".spi")
                        .and(not(BUILDER))
                        .and(not(equivalentTo(DrainLock.class))))
                .should()
                .dependOnClassesThat(resideInAPackage(ROOT + ".internal.."))
                .check(CLASSES);
    }

    @Test
    void theClientKnowsNoExtension() {
        noClasses()
                .should()
                .dependOnClassesThat(resideInAPackage("io.handlersocket..").and(not(resideInAPackage(ROOT + ".."))))
                .check(CLASSES);
    }

    /** An extension uses the client; the client knows none. */
    @Test
    void nothingKnowsAnExtension() throws IOException {
        try (Stream<Path> folders = Files.list(Path.of("..", "extensions"))) {
            List<String> extensions = folders.filter(folder -> Files.exists(folder.resolve("pom.xml")))
                    .map(folder -> "io.handlersocket." + folder.getFileName())
                    .toList();
            assertThat(extensions).isNotEmpty();
            for (String extension : extensions) {
                noClasses()
                        .should()
                        .dependOnClassesThat(resideInAPackage(extension + ".."))
                        .check(CLASSES);
                for (Path source : sources()) {
                    assertThat(Files.readString(source)).as("%s", source).doesNotContain(extension);
                }
            }
        }
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src", "main", "java"))) {
            return files.filter(path -> path.toString().endsWith(".java")).toList();
        }
    }

    @Test
    void theApiShowsNoNetty() {
        noClasses()
                .that(resideInAnyPackage(ROOT, ROOT + ".catalog", ROOT + ".spi"))
                .should()
                .dependOnClassesThat(resideInAPackage("io.netty.."))
                .check(CLASSES);
    }

    @Test
    void bytesAreMadeWithoutSocketsThreadsAndClocks() {
        noClasses()
                .that(resideInAnyPackage(ROOT + ".internal.protocol", ROOT + ".internal.codec"))
                .should()
                .dependOnClassesThat(resideInAnyPackage("io.netty.channel..", "java.util.concurrent.locks..")
                        .or(describe(
                                "sockets and threads",
                                c -> c.getName().matches("java\\.(net\\..*Socket.*|lang\\.Thread|.*Executor.*)"))))
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .check(CLASSES);
    }

    /** The codecs know the classes of values that JDBC programs pass as keys, and nothing else of it. */
    @Test
    void onlyControlSpeaksSql() {
        noClasses()
                .that(resideInAPackage(ROOT + "..").and(not(resideInAPackage(ROOT + ".internal.control.."))))
                .should()
                .dependOnClassesThat(
                        resideInAPackage("java.sql..").and(not(belongToAnyOf(Date.class, Time.class, Timestamp.class))))
                .check(CLASSES);
    }

    @Test
    void nobodyKnowsADriverOrAFramework() {
        noClasses()
                .should()
                .dependOnClassesThat(resideInAnyPackage(
                        "org.mariadb..", "com.mysql..", "com.zaxxer..", "org.springframework..", "org.hibernate.."))
                .check(CLASSES);
    }

    @Test
    void theWalkOfOneLookupIsAsItIsDrawn() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "architecture.md"));
        int start = page.indexOf("```");
        String walk = page.substring(start, page.indexOf("```", start + 3));
        List<JavaClass> drawn = Pattern.compile(
                        "(?:protocol|codec|concurrent|transport(?:\\.[a-z]+)?|lookup)\\.[A-Z]\\w+")
                .matcher(walk)
                .results()
                .map(name -> CLASSES.get(ROOT + ".internal." + name.group()))
                .toList();
        assertThat(drawn).hasSizeGreaterThan(14);
        for (JavaClass drawnClass : drawn) { // SQL and its thread are beside the walk
            assertThat(drawnClass.getDirectDependenciesFromSelf())
                    .as(drawnClass.getName())
                    .noneMatch(to -> to.getTargetClass().getPackageName().startsWith(ROOT + ".internal.control"));
        }
        for (int i = 1; i < drawn.size(); i++) {
            JavaClass below = drawn.get(i);
            assertThat(drawn.subList(0, i))
                    .as("what is drawn above %s, and uses it", below.getName())
                    .anyMatch(above -> above.getDirectDependenciesFromSelf().stream()
                            .anyMatch(to -> to.getTargetClass().equals(below)));
        }
    }

    @Test
    void onlyTheFlightRecordersListenerKnowsIt() {
        noClasses()
                .that(resideInAPackage(ROOT + "..").and(not(belongToAnyOf(JfrListener.class))))
                .should()
                .dependOnClassesThat(resideInAPackage("jdk.jfr.."))
                .check(CLASSES);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching(ROOT + ".internal.(*)..").should().beFreeOfCycles().check(CLASSES);
        slices().matching(ROOT + ".internal.control.(*)..")
                .should()
                .beFreeOfCycles()
                .check(CLASSES);
    }

    @Test
    void onlyTheTimeSourceAsksTheSystemForTheTime() {
        TimeRules.assertOneTimeSource(CLASSES, HandlerSocketClientBuilder.class, DrainLock.class);
    }

    @Test
    void noUnitTestSleeps() {
        TimeRules.assertNoUnitTestSleeps(ROOT);
    }

    @Test
    void noLineOfMainCodeIsLongerThan120Columns() throws IOException {
        List<String> tooLong = new ArrayList<>();
        for (Path file : sources()) {
            List<String> lines = Files.readAllLines(file);
            for (int i = 0; i < lines.size(); i++) {
                if (lines.get(i).length() > 120) {
                    tooLong.add(file + ":" + (i + 1));
                }
            }
        }
        assertThat(tooLong).isEmpty();
    }
}
