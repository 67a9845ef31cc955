// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.differential;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.Seed;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Made-up repositories over made-up tables answer as JPA does: the same results in the same order, or the same
 * exception. Methods of the forms that direct reads promise are answered by them, and no other method is.
 */
class DirectReadsDifferentialIT {

    private static final HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();
    private static final int CASES = Seed.size("direct.cases", 300);
    private static final int METHODS = 12;
    private static final int ENTITIES = 6;

    @TempDir
    Path folder;

    @Test
    void answersAsJpaDoes() throws Exception {
        long seed = Seed.of(getClass());
        Random random = new Random(seed);
        Differences found = new Differences();
        for (int round = 0; found.cases() < CASES; round++) {
            Settings settings = Settings.of(round, random);
            new Round(server, folder.resolve("round" + round), settings, ENTITIES, METHODS, random).run(found);
        }
        System.out.println("DirectReadsDifferentialIT: " + found);
        assertThat(found.texts()).as("seed %d", seed).isEmpty();
        assertThat(found.directShare()).as("seed %d: %s", seed, found).isGreaterThan(0.8);
    }
}
