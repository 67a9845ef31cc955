// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.advisor;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Each package uses one layer of the core: the catalogue the client, the planner Hibernate, the report Spring. */
class ArchitectureTest {

    private static final String ROOT = "io.handlersocket.advisor";
    private static final String CLIENT = "io.handlersocket.client.internal";
    private static final String HIBERNATE = "io.handlersocket.hibernate.internal";
    private static final String STARTER = "io.handlersocket.spring";
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);

    @Test
    void onlyTheCatalogueUsesTheClientsInternals() {
        noClasses()
                .that(not(resideInAPackage(ROOT + ".internal.catalogue")))
                .should()
                .dependOnClassesThat(resideInAPackage(CLIENT + ".."))
                .check(CLASSES);
        noClasses()
                .should()
                .dependOnClassesThat(resideInAPackage(CLIENT + "..")
                        .and(not(resideInAnyPackage(
                                CLIENT,
                                CLIENT + ".codec",
                                CLIENT + ".concurrent",
                                CLIENT + ".control",
                                CLIENT + ".control.sql",
                                CLIENT + ".control.state",
                                CLIENT + ".lookup"))))
                .check(CLASSES);
    }

    @Test
    void onlyThePlannerUsesHibernatesIntegration() {
        noClasses()
                .that(not(resideInAPackage(ROOT + ".internal")))
                .should()
                .dependOnClassesThat(resideInAPackage(HIBERNATE + ".."))
                .check(CLASSES);
    }

    @Test
    void theAdvisorWorksWithoutSpring() {
        noClasses()
                .that(resideInAnyPackage(ROOT, ROOT + ".internal", ROOT + ".internal.catalogue"))
                .should()
                .dependOnClassesThat(resideInAnyPackage("org.springframework..", STARTER + ".."))
                .check(CLASSES);
    }

    @Test
    void onlyTheAutoConfigurationUsesSpringBoot() {
        noClasses()
                .that(not(resideInAPackage(ROOT + ".autoconfigure")))
                .should()
                .dependOnClassesThat(resideInAnyPackage("org.springframework.boot..", STARTER + ".autoconfigure.."))
                .check(CLASSES);
    }

    @Test
    void onlyTheEntryKnowsWhatIsInside() {
        noClasses()
                .that(resideInAPackage(ROOT).and(not(equivalentTo(HandlerSocketAdvisor.class))))
                .should()
                .dependOnClassesThat(resideInAPackage(ROOT + ".internal.."))
                .check(CLASSES);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching(ROOT + ".internal.(*)..").should().beFreeOfCycles().check(CLASSES);
    }
}
