// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.chaos;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** No time-out uses the clock that can jump. The fault {@code clock-jump} makes it jump. */
class ClocksTest {

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.handlersocket.client", "io.handlersocket.hibernate", "io.handlersocket.spring");

    private static final Pattern SQL_TIME =
            Pattern.compile("\\b(NOW|SYSDATE|UNIX_TIMESTAMP|CURRENT_TIMESTAMP|UTC_TIMESTAMP)\\(");

    /**
     * Two exceptions only say to people when something happened or will end. The third compares the two clocks, to
     * notice that the machine has slept. If the clock jumps, the age of all answers is unknown until the next probe.
     */
    @Test
    void noTimeoutUsesAClockThatJumps() {
        noClasses()
                .that()
                .doNotHaveSimpleName("StatusBoard")
                .and()
                .doNotHaveSimpleName("TimedDrain")
                .and()
                .doNotHaveSimpleName("Probe")
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

    /** The one exception only decides when the guard of writes looks. */
    @Test
    void noReaderAsksTheServerForItsTime() throws IOException {
        List<String> files = new ArrayList<>();
        for (String module : List.of("hs-netty-client", "hibernate-integration", "spring-boot-starter")) {
            try (Stream<Path> sources = Files.walk(Path.of("..", module, "src", "main", "java"))) {
                for (Path source : sources.filter(file -> file.toString().endsWith(".java"))
                        .toList()) {
                    if (SQL_TIME.matcher(Files.readString(source)).find()) {
                        files.add(String.valueOf(source.getFileName()));
                    }
                }
            }
        }
        assertThat(files).containsExactly("WriteDiscovery.java");
    }
}
