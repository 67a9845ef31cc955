// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.shadow;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Shadow mode knows the public interfaces of the core, and Spring only where it reports. */
class ArchitectureTest {

    private static final String ROOT = "io.handlersocket.shadow";
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);

    @Test
    void noneUsesTheInternalsOfTheCore() {
        noClasses()
                .should()
                .dependOnClassesThat(resideInAnyPackage(
                        "io.handlersocket.client.internal..",
                        "io.handlersocket.hibernate.internal..",
                        "io.handlersocket.spring.internal.."))
                .check(CLASSES);
    }

    @Test
    void itWorksWithoutSpring() {
        noClasses()
                .that(resideInAnyPackage(ROOT, ROOT + ".internal"))
                .should()
                .dependOnClassesThat(resideInAnyPackage("org.springframework..", "io.handlersocket.spring.."))
                .check(CLASSES);
    }

    @Test
    void onlyTheAutoConfigurationUsesSpringBoot() {
        noClasses()
                .that(not(resideInAPackage(ROOT + ".autoconfigure")))
                .should()
                .dependOnClassesThat(resideInAPackage("org.springframework.boot.."))
                .check(CLASSES);
    }
}
