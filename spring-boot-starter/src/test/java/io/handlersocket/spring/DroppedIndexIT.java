// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.spring.diary.Entries;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** The index of a query is dropped while it is in use. */
@ExtendWith(OutputCaptureExtension.class)
class DroppedIndexIT {

    private static final String DROPPED = "go over JPA from now on: no index of entry starts with";

    private static final HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();

    @Test
    void itsQueryGoesOnOverJpaWithOneWarning(CapturedOutput output) throws Exception {
        try (Diaries diaries = Diaries.guarded(server)) {
            Entries entries = diaries.entries();
            await().until(() -> {
                diaries.lookups().clear();
                entries.findDetailsByCode("code-7");
                return diaries.lookups().get(0).route() == LookupRoute.HANDLERSOCKET;
            });
            String expected = details(diaries.plain());
            try (Load load = new Load(2, number -> assertThat(details(entries)).isEqualTo(expected))) {
                await().until(() -> load.calls() > 20);
                server.execute("ALTER TABLE entry DROP INDEX code");
                await().until(() -> output.toString().contains(DROPPED));
                long then = load.calls();
                await().until(() -> load.calls() > then + 20);
                assertThat(load.failures()).isEmpty();
            }
        }
        assertThat(output.toString().lines().filter(line -> line.contains(DROPPED)))
                .singleElement()
                .asString()
                .contains("WARN", "[code]");
    }

    private static String details(Entries from) {
        return from.findDetailsByCode("code-7").stream()
                .map(Object::toString)
                .sorted()
                .toList()
                .toString();
    }
}
