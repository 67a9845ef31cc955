// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.chaos;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.Date;
import org.junit.jupiter.api.Test;

/** A jump of the wall clock cannot be made here, so it is shown that no time-out uses that clock. */
class ClocksTest {

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.handlersocket.client", "io.handlersocket.hibernate", "io.handlersocket.spring");

    /** The two exceptions only say to people when something happened or will end. */
    @Test
    void noTimeoutUsesAClockThatJumps() {
        noClasses()
                .that()
                .doNotHaveSimpleName("StatusBoard")
                .and()
                .doNotHaveSimpleName("TimedDrain")
                .should()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(Instant.class, "now")
                .orShould()
                .callMethod(LocalDateTime.class, "now")
                .orShould()
                .callMethod(Clock.class, "systemUTC")
                .orShould()
                .callMethod(Clock.class, "systemDefaultZone")
                .orShould()
                .callConstructor(Date.class)
                .check(CLASSES);
    }
}
