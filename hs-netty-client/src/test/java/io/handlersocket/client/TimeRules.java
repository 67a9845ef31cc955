// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.handlersocket.client.internal.concurrent.TimeSource;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** The rules of each module by which its tests move the time, and do not wait for it. */
public final class TimeRules {

    private static final Pattern UNIT_TEST = Pattern.compile(".*/test-classes/.*Test(\\$.*)?\\.class");

    /** By a call or by a method reference. */
    private static final DescribedPredicate<JavaAccess<?>> SYSTEM_TIME = accessTo(
            "the time of the system",
            "java\\.lang\\.System\\.(nanoTime|currentTimeMillis)|java\\.time\\.\\w+\\.(now|system\\w*|tick\\w+)");

    private static final DescribedPredicate<JavaAccess<?>> SLEEP = accessTo(
            "a sleep",
            "java\\.lang\\.Thread\\.sleep|java\\.util\\.concurrent\\.TimeUnit\\.sleep"
                    + "|java\\.util\\.concurrent\\.locks\\.LockSupport\\.park(Nanos|Until)");

    private TimeRules() {}

    private static DescribedPredicate<JavaAccess<?>> accessTo(String what, String names) {
        return describe(
                what,
                access -> (access.getTargetOwner().getName()
                                + '.'
                                + access.getTarget().getName())
                        .matches(names));
    }

    /**
     * Only the time source asks the system for the time.
     *
     * @param main the module's own classes
     * @param roots the classes that hand the system's time to all others
     */
    public static void assertOneTimeSource(JavaClasses main, Class<?>... roots) {
        noClasses()
                .that(not(equivalentTo(TimeSource.class)))
                .should()
                .accessTargetWhere(SYSTEM_TIME)
                .check(main);
        noClasses()
                .that(not(equivalentTo(TimeSource.class)).and(not(belongToAnyOf(roots))))
                .should()
                .accessField(TimeSource.class, "SYSTEM")
                .check(main);
    }

    /** Imports classes for rules about names, to which it does not matter what classes of libraries look like inside. */
    public static JavaClasses importedByName(Supplier<JavaClasses> classes) {
        return ArchConfiguration.withThreadLocalScope(configuration -> {
            configuration.setResolveMissingDependenciesFromClassPath(false);
            return classes.get();
        });
    }

    /** No class {@code …Test} of a package sleeps. */
    public static void assertNoUnitTestSleeps(String root) {
        JavaClasses tests = importedByName(() -> new ClassFileImporter()
                .withImportOption(location -> location.matches(UNIT_TEST))
                .importPackages(root));
        assertThat(tests).hasSizeGreaterThan(1);
        noClasses().should().accessTargetWhere(SLEEP).check(tests);
    }
}
