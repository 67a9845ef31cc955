// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

    private static final String ROOT = "io.handlersocket.hibernate";
    private static final int MAX_LINES = 300;

    // The rules are about names: what classes of libraries look like inside does not matter to them.
    private static final JavaClasses CLASSES = ArchConfiguration.withThreadLocalScope(configuration -> {
        configuration.setResolveMissingDependenciesFromClassPath(false);
        return new ClassFileImporter().importPath("target/classes");
    });

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
    void innerPackagesDoNotKnowHibernate() {
        noClasses()
                .that()
                .resideInAnyPackage(internal("gate", "session", "plan", "result", "util"))
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.hibernate..")
                .check(CLASSES);
    }

    @Test
    void thePublicTypesDoNotKnowTheirImplementation() {
        noClasses()
                .that()
                .resideInAnyPackage(ROOT, ROOT + ".test")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(ROOT + ".internal..")
                .check(CLASSES);
    }

    @Test
    void connectionsAreWatchedWithoutKnowingTheClient() {
        noClasses()
                .that()
                .resideInAPackage(ROOT + ".internal.gate")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.handlersocket.client..", ROOT + ".internal.plan")
                .check(CLASSES);
    }

    @Test
    void thePlannerKnowsNoConnection() {
        noClasses()
                .that()
                .resideInAnyPackage(internal("planner", "plan", "result"))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(internal("gate", "session", "connection"))
                .check(CLASSES);
    }

    @Test
    void connectionsKnowNoStatement() {
        noClasses()
                .that()
                .resideInAnyPackage(internal("gate", "session", "connection"))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(internal("planner", "plan", "result"))
                .check(CLASSES);
    }

    private static String[] internal(String... names) {
        return Stream.of(names).map(name -> ROOT + ".internal." + name).toArray(String[]::new);
    }

    @Test
    void nothingKnowsTheClientsInnerClasses() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.handlersocket.client.internal..")
                .check(CLASSES);
    }

    @Test
    void packagesFormNoCycle() {
        slices().matching(ROOT + ".internal.(*)..").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void classesStaySmall() throws IOException {
        try (Stream<Path> sources = Files.walk(Path.of("src/main/java"))) {
            assertThat(sources.filter(path -> path.toString().endsWith(".java"))
                            .filter(path -> lines(path) > MAX_LINES))
                    .isEmpty();
        }
    }

    private static long lines(Path path) {
        try (Stream<String> lines = Files.lines(path)) {
            return lines.count();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
