// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.writes;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.handlersocket.client.TimeRules;
import org.junit.jupiter.api.Test;

/** Writes use the control side and the wire of the client, and show nothing of them. */
class ArchitectureTest {

    private static final String ROOT = "io.handlersocket.writes";
    private static final String CLIENT = "io.handlersocket.client.internal";
    private static final JavaClasses CLASSES = TimeRules.importedByName(() -> new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT));

    /** Both artifacts have one version and one release, so these packages are no API. Reads keep theirs to themselves. */
    @Test
    void onlyTheseInternalsOfTheClientAreUsed() {
        noClasses()
                .should()
                .dependOnClassesThat(resideInAPackage(CLIENT + "..")
                        .and(not(resideInAnyPackage(
                                CLIENT,
                                CLIENT + ".codec",
                                CLIENT + ".concurrent",
                                CLIENT + ".control",
                                CLIENT + ".control.guard",
                                CLIENT + ".control.index",
                                CLIENT + ".control.sql",
                                CLIENT + ".lookup",
                                CLIENT + ".protocol",
                                CLIENT + ".transport",
                                CLIENT + ".transport.shared"))))
                .check(CLASSES);
    }

    @Test
    void onlyTheEntryKnowsWhatIsInside() {
        noClasses()
                .that(resideInAPackage(ROOT).and(not(equivalentTo(HandlerSocketWrites.class))))
                .should()
                .dependOnClassesThat(resideInAnyPackage(ROOT + ".internal", CLIENT + ".."))
                .check(CLASSES);
    }

    @Test
    void onlyTheTimeSourceAsksTheSystemForTheTime() {
        TimeRules.assertOneTimeSource(CLASSES);
    }

    @Test
    void noUnitTestSleeps() {
        TimeRules.assertNoUnitTestSleeps(ROOT);
    }

    @Test
    void noDriverAndNoFrameworkIsUsed() {
        noClasses()
                .should()
                .dependOnClassesThat(resideInAnyPackage(
                        "org.mariadb..", "com.mysql..", "com.zaxxer..", "org.springframework..", "org.hibernate.."))
                .check(CLASSES);
    }
}
