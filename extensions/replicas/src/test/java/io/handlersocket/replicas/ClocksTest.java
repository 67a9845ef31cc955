// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.YearMonth;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No time-out uses the clock that can jump. The fault {@code clock-jump} makes it jump. */
class ClocksTest {

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(
                    "io.handlersocket.client",
                    "io.handlersocket.replicas",
                    "io.handlersocket.hibernate",
                    "io.handlersocket.spring");

    /** SQL's functions of the time. Most need no parentheses. */
    private static final Pattern SQL_TIME =
            Pattern.compile("\\b((NOW|CURDATE|CURTIME|LOCALTIME)\\s*\\(|SYSDATE\\b|UNIX_TIMESTAMP\\b|LOCALTIMESTAMP\\b"
                    + "|(?<!ON UPDATE )CURRENT_(TIMESTAMP|DATE|TIME)\\b|UTC_(TIMESTAMP|DATE|TIME)\\b)");

    private static final Pattern COMMENT = Pattern.compile("(?m)^\\s*(\\*|/\\*|//).*$");

    /**
     * Four exceptions only say to people when something happened or will end. The fifth compares the two clocks, to
     * notice that the machine has slept. If the clock jumps, the age of all answers is unknown until the next probe.
     */
    @Test
    void noTimeoutUsesAClockThatJumps() {
        noClasses()
                .that()
                .doNotHaveSimpleName("StatusBoard")
                .and()
                .doNotHaveSimpleName("Known") // of CatalogueClient
                .and()
                .doNotHaveSimpleName("TimedDrain")
                .and()
                .doNotHaveSimpleName("Quarantine")
                .and()
                .doNotHaveSimpleName("Probe")
                .should()
                .accessTargetWhere(access("the time of a clock that jumps", ClocksTest::readsTheClock))
                .check(CLASSES);
    }

    /** The exceptions use a calendar of the JVM's zone, and set its time. */
    @Test
    void noTimeoutUsesACalendar() {
        noClasses()
                .that()
                .doNotHaveSimpleName("KeyRecorder")
                .and()
                .doNotHaveSimpleName("LocalTimes")
                .and()
                .doNotHaveSimpleName("RowsResultSet")
                .should()
                .accessTargetWhere(access("a calendar of the present time", ClocksTest::makesACalendar))
                .check(CLASSES);
    }

    /** Calls and method references. */
    private static DescribedPredicate<JavaAccess<?>> access(String what, Predicate<JavaAccess<?>> is) {
        return DescribedPredicate.describe(what, is);
    }

    private static boolean readsTheClock(JavaAccess<?> access) {
        JavaClass owner = access.getTargetOwner();
        String name = access.getName();
        if (owner.isAssignableTo(Clock.class)) {
            return !name.equals("fixed");
        }
        return (owner.isEquivalentTo(System.class) && name.equals("currentTimeMillis"))
                || (owner.isEquivalentTo(Date.class) && hasNoParameter(access))
                || (owner.getPackageName().startsWith("java.time") && name.equals("now"));
    }

    private static boolean makesACalendar(JavaAccess<?> access) {
        JavaClass owner = access.getTargetOwner();
        return owner.isAssignableTo(Calendar.class)
                && (access.getName().equals("getInstance")
                        || access.getName().equals(JavaConstructor.CONSTRUCTOR_NAME));
    }

    private static boolean hasNoParameter(JavaAccess<?> access) {
        return access.getName().equals(JavaConstructor.CONSTRUCTOR_NAME)
                && access.getTarget() instanceof CodeUnitAccessTarget constructor
                && constructor.getRawParameterTypes().isEmpty();
    }

    /** What the rules find. */
    @SuppressWarnings({"JavaTimeDefaultTimeZone", "JavaUtilDate"}) // the rules find these too
    static final class AllClocks {
        static List<Object> now() {
            Supplier<Instant> reference = Instant::now;
            return List.of(
                    System.currentTimeMillis(),
                    reference,
                    LocalDateTime.now(),
                    ZonedDateTime.now(),
                    OffsetDateTime.now(),
                    LocalDate.now(),
                    LocalTime.now(),
                    YearMonth.now(),
                    Clock.systemUTC().instant(),
                    new Date());
        }

        static List<Calendar> calendars() {
            return List.of(Calendar.getInstance(), new GregorianCalendar());
        }
    }

    @Test
    void theRulesFindEachClock() {
        JavaClass all = new ClassFileImporter().importClass(AllClocks.class);

        assertThat(all.getAccessesFromSelf().stream().filter(ClocksTest::readsTheClock))
                .hasSize(11); // the system's clock and its instant are two
        assertThat(all.getAccessesFromSelf().stream().filter(ClocksTest::makesACalendar))
                .hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT NOW(3)",
                "SELECT SYSDATE()",
                "SELECT UNIX_TIMESTAMP()",
                "SELECT CURRENT_TIMESTAMP",
                "SELECT CURRENT_TIMESTAMP(6)",
                "SELECT UTC_TIMESTAMP",
                "SELECT LOCALTIMESTAMP",
                "SELECT CURRENT_DATE, 1",
                "SELECT CURTIME()"
            })
    void theSearchFindsEachFunctionOfTheTime(String sql) {
        assertThat(asksForTheTime(sql)).isTrue();
    }

    private static boolean asksForTheTime(String source) {
        return SQL_TIME.matcher(COMMENT.matcher(source).replaceAll("")).find();
    }

    @Test
    void noReaderAsksTheServerForItsTime() throws IOException {
        List<String> files = new ArrayList<>();
        for (String module :
                List.of("hs-netty-client", "extensions/replicas", "hibernate-integration", "spring-boot-starter")) {
            try (Stream<Path> sources = Files.walk(Path.of("../..", module, "src/main/java"))) {
                for (Path source : sources.filter(file -> file.toString().endsWith(".java"))
                        .toList()) {
                    if (asksForTheTime(Files.readString(source))) {
                        files.add(String.valueOf(source.getFileName()));
                    }
                }
            }
        }
        assertThat(files).isEmpty();
    }
}
