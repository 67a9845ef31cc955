// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * A protection that is switched off.
 *
 * @param name what is not done any more
 * @param source the file that is changed, from the folder of the module that is tested
 * @param text what is in it once
 * @param replacement what takes its place
 * @param check the test that must see it, below the package of the tests
 */
public record Mutation(String name, String source, String text, String replacement, String check) {

    private static final Set<String> GREEN = new HashSet<>();

    /**
     * Runs the test with the protection, which it must pass, and without.
     *
     * @param tests the root package of the tests
     * @param folder an empty one
     * @param modules one class of each module that is loaded anew: the tests', the changed one, and those between
     */
    public void assertSeen(String tests, Path folder, Class<?>... modules) throws Exception {
        if (GREEN.add(check)) {
            try (Mutant unchanged = new Mutant(tests, List.of(modules))) {
                TestExecutionSummary summary = unchanged.run(check);
                assertThat(summary.getFailures()).as("unchanged: %s", check).isEmpty();
                assertThat(summary.getTestsSucceededCount()).as(check).isPositive();
            }
        }
        try (Mutant mutant = new Mutant(tests, List.of(modules), this, folder)) {
            TestExecutionSummary summary = mutant.run(check);
            assertThat(summary.getFailures()).as("failures of %s", check).isNotEmpty();
            Throwable failure = summary.getFailures().get(0).getException();
            System.out.printf(
                    "%s: seen by %s: %s%n",
                    name, check, String.valueOf(failure).lines().limit(3).toList());
            assertThat(failure).isNotInstanceOf(LinkageError.class);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
