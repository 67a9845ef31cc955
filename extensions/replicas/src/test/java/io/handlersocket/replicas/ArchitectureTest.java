// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.handlersocket.client.TimeRules;
import io.handlersocket.client.internal.control.sql.SqlErrors;
import io.handlersocket.client.internal.control.sql.SqlSession;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

    private static final String ROOT = "io.handlersocket.replicas";
    private static final String CLIENT = "io.handlersocket.client";
    private static final JavaClasses CLASSES = TimeRules.importedByName(() -> new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT));

    /** Of the client's inner classes, only those for threads and SQL sessions: all else is its API and its SPI. */
    @Test
    void readsGoThroughTheApiAndTheSpi() {
        noClasses()
                .should()
                .dependOnClassesThat(resideInAPackage(CLIENT + ".internal..")
                        .and(not(resideInAPackage(CLIENT + ".internal.concurrent")))
                        .and(not(belongToAnyOf(SqlSession.class, SqlErrors.class))))
                .check(CLASSES);
    }

    @Test
    void onlyThePollersSpeakSql() {
        noClasses()
                .that(resideInAPackage(ROOT + "..")
                        .and(not(resideInAnyPackage(
                                ROOT + ".autoconfigure",
                                ROOT + ".internal.hibernate",
                                ROOT + ".internal.replication"))))
                .should()
                .dependOnClassesThat(resideInAnyPackage("java.sql..", CLIENT + ".internal.control.."))
                .check(CLASSES);
    }

    @Test
    void nothingKnowsADriver() {
        noClasses()
                .should()
                .dependOnClassesThat(resideInAnyPackage("io.netty..", "org.mariadb..", "com.zaxxer.."))
                .check(CLASSES);
    }

    @Test
    void replicasWorkWithoutHibernateAndSpring() {
        noClasses()
                .that(resideInAnyPackage(ROOT, ROOT + ".internal", ROOT + ".internal.replication"))
                .should()
                .dependOnClassesThat(resideInAnyPackage(
                        "org.hibernate..",
                        "io.handlersocket.hibernate..",
                        "org.springframework..",
                        "io.handlersocket.spring.."))
                .check(CLASSES);
    }

    @Test
    void hibernateIsReadWithoutSpring() {
        noClasses()
                .that(resideInAnyPackage(ROOT + ".hibernate", ROOT + ".internal.hibernate"))
                .should()
                .dependOnClassesThat(resideInAnyPackage("org.springframework..", "io.handlersocket.spring.."))
                .check(CLASSES);
    }

    @Test
    void onlyTheAutoConfigurationUsesSpringBoot() {
        noClasses()
                .that(not(resideInAPackage(ROOT + ".autoconfigure")))
                .should()
                .dependOnClassesThat(
                        resideInAnyPackage("org.springframework.boot..", "io.handlersocket.spring.autoconfigure.."))
                .check(CLASSES);
    }

    @Test
    void nothingUsesTheInternalsOfHibernatesModuleAndTheStarter() {
        noClasses()
                .should()
                .dependOnClassesThat(resideInAnyPackage(
                        "io.handlersocket.hibernate.internal..", "io.handlersocket.spring.internal.."))
                .check(CLASSES);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching(ROOT + ".internal.(*)..").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void onlyTheTimeSourceAsksTheSystemForTheTime() {
        TimeRules.assertOneTimeSource(CLASSES, ReplicasBuilder.class);
    }

    @Test
    void noUnitTestSleeps() {
        TimeRules.assertNoUnitTestSleeps(ROOT);
    }
}
