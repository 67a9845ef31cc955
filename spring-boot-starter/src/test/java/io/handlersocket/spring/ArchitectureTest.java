// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

/** Dependencies point one way: api, query, repository, then what shows and wires them. */
class ArchitectureTest {

    private static final String ROOT = "io.handlersocket.spring";
    private static final String INTERNAL = ROOT + ".internal";
    private static final JavaClasses CLASSES = ArchConfiguration.withThreadLocalScope(configuration -> {
        configuration.setResolveMissingDependenciesFromClassPath(false);
        return new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages(ROOT);
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
    void layersUseOnlyLayersBelow() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("api")
                .definedBy(ROOT)
                .layer("query")
                .definedBy(INTERNAL + ".query")
                .layer("ddl")
                .definedBy(INTERNAL + ".ddl")
                .layer("repository")
                .definedBy(INTERNAL + ".repository..")
                .layer("actuate")
                .definedBy(INTERNAL + ".actuate")
                .layer("autoconfigure")
                .definedBy(ROOT + ".autoconfigure")
                .whereLayer("autoconfigure")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("actuate")
                .mayOnlyBeAccessedByLayers("autoconfigure")
                .whereLayer("repository")
                .mayOnlyBeAccessedByLayers("actuate", "autoconfigure")
                .whereLayer("query")
                .mayOnlyBeAccessedByLayers("repository")
                .whereLayer("ddl")
                .mayOnlyBeAccessedByLayers("autoconfigure")
                .check(CLASSES);
    }

    @Test
    void thePublicTypesDoNotKnowTheirImplementation() {
        noClasses()
                .that(resideInAnyPackage(ROOT, ROOT + ".spi"))
                .should()
                .dependOnClassesThat(resideInAnyPackage(INTERNAL + "..", ROOT + ".autoconfigure"))
                .check(CLASSES);
    }

    /** Applications name configurations to exclude them, and nothing else of that package. */
    @Test
    void theAutoConfigurationHidesAllButConfigurationsAndProperties() {
        noClasses()
                .that()
                .resideInAPackage(ROOT + ".autoconfigure")
                .and()
                .areTopLevelClasses()
                .and()
                .haveNameNotMatching(".*(AutoConfiguration|HandlerSocketProperties|package-info)")
                .should()
                .bePublic()
                .check(CLASSES);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching(INTERNAL + ".(*)..").should().beFreeOfCycles().check(CLASSES);
    }

    /** The interceptor uses the subpackages; none of them uses the interceptor or another subpackage. */
    @Test
    void subpackagesOfRepositoryUseNeitherEachOtherNorTheInterceptor() {
        for (String subpackage : List.of("advice", "report", "unit")) {
            noClasses()
                    .that()
                    .resideInAPackage(INTERNAL + ".repository." + subpackage)
                    .should()
                    .dependOnClassesThat(resideInAPackage(INTERNAL + ".repository..")
                            .and(DescribedPredicate.not(resideInAPackage(INTERNAL + ".repository." + subpackage))))
                    .check(CLASSES);
        }
    }

    @Test
    void noClassUsesNetty() {
        noClasses().should().dependOnClassesThat(resideInAPackage("io.netty..")).check(CLASSES);
    }

    @Test
    void noClassUsesInternalsOfOtherModules() {
        noClasses()
                .should()
                .dependOnClassesThat(resideInAnyPackage(
                        "io.handlersocket.client.internal..", "io.handlersocket.hibernate.internal.."))
                .check(CLASSES);
    }

    /** Only hibernate-integration uses Hibernate's internal classes, and how it plans and reads statements. */
    @Test
    void noClassUsesInternalsOfHibernate() {
        noClasses()
                .should()
                .dependOnClassesThat(resideInAPackage("org.hibernate..internal..")
                        .or(resideInAnyPackage(
                                "org.hibernate.sql..", "org.hibernate.loader..", "org.hibernate.query.sqm..")))
                .check(CLASSES);
        noClasses()
                .that(DescribedPredicate.not(resideInAnyPackage(INTERNAL + ".repository..", ROOT + ".autoconfigure")))
                .should()
                .dependOnClassesThat(resideInAPackage("org.hibernate.."))
                .check(CLASSES);
    }

    @Test
    void queriesUseNeitherProxiesNorTransactionsNorSessions() {
        noClasses()
                .that(resideInAPackage(INTERNAL + ".query"))
                .should()
                .dependOnClassesThat(resideInAnyPackage(
                        "org.springframework.transaction..",
                        "org.springframework.aop..",
                        "org.springframework.boot..",
                        "org.springframework.orm..",
                        "org.hibernate..",
                        "jakarta.persistence.."))
                .check(CLASSES);
    }

    @Test
    void onlyAutoConfigurationAndActuateUseSpringBoot() {
        noClasses()
                .that(resideInAnyPackage(ROOT, INTERNAL + ".query", INTERNAL + ".repository..", INTERNAL + ".ddl"))
                .should()
                .dependOnClassesThat(
                        resideInAPackage("org.springframework.boot..").and(notConnectionDetails()))
                .check(CLASSES);
    }

    /** Applications implement connection details, so the API uses this type of Spring Boot. */
    private static DescribedPredicate<JavaClass> notConnectionDetails() {
        return DescribedPredicate.describe(
                "but for connection details", type -> !type.getSimpleName().equals("ConnectionDetails"));
    }
}
