// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

    private static final String ROOT = "io.handlersocket.hibernate";
    private static final int MAX_LINES = 300;

    private final JavaClasses classes = new ClassFileImporter().importPath("target/classes");

    @Test
    void onePackageKnowsHibernate() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".internal.orm")
                .and()
                .doNotHaveFullyQualifiedName(HandlerSocketLoads.class.getName())
                .and()
                .resideOutsideOfPackage(ROOT + ".test") // names the session factory, as HandlerSocketLoads does
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.hibernate..")
                .check(classes);
    }

    @Test
    void connectionsAreWatchedWithoutKnowingTheClient() {
        noClasses()
                .that()
                .resideInAPackage(ROOT + ".internal.gate")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.handlersocket.client..", ROOT + ".internal.plan", ROOT + ".internal.orm")
                .check(classes);
    }

    @Test
    void nothingKnowsTheClientsInnerClasses() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.handlersocket.client.internal..")
                .check(classes);
    }

    @Test
    void packagesFormNoCycle() {
        slices().matching(ROOT + ".internal.(*)..").should().beFreeOfCycles().check(classes);
    }

    @Test
    void classesStaySmallButForInterfacesOfJavaSql() throws IOException {
        try (Stream<Path> sources = Files.walk(Path.of("src/main/java"))) {
            assertThat(sources.filter(path -> path.toString().endsWith(".java"))
                            .filter(path -> !path.getFileName().toString().matches("(Unsupported|Delegating).*"))
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
