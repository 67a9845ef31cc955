// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An open write port that the read secret opens is worth one line, which names the variables and not the secret. */
@Timeout(60)
class WritePortWarningIT {

    private static final String SECRET = "sesame-for-both";

    private static List<String> warnings(HandlerSocketMariaDB db) throws Exception {
        try (Logs logs = new Logs();
                HandlerSocketClient client = PatientClient.builder()
                        .name("warned")
                        .dataSource(db.dataSource())
                        .build()) {
            client.firstAttempt().toCompletableFuture().get(20, TimeUnit.SECONDS);
            client.drain();
            client.resume();
            assertThat(PatientClient.index(client, "item").find(1)).isPresent();
            logs.assertNothingOf(SECRET);
            return logs.lines(Level.WARN);
        }
    }

    private static List<String> warnings(String read, String write) throws Exception {
        HandlerSocketMariaDB db = new HandlerSocketMariaDB().withWritePort().withSecrets(read, write);
        db.start();
        try {
            db.execute("CREATE TABLE item (id INT PRIMARY KEY)", "INSERT INTO item VALUES (1)");
            return warnings(db);
        } finally {
            db.stop();
        }
    }

    @Test
    void theReadSecretOpensTheWritePort() throws Exception {
        assertThat(warnings(SECRET, SECRET))
                .singleElement()
                .asString()
                .contains("handlersocket_port_wr", "handlersocket_plain_secret_wr", "my.cnf");
    }

    @Test
    void noSecretOpensTheWritePort() throws Exception {
        assertThat(warnings(SECRET, ""))
                .singleElement()
                .asString()
                .contains("handlersocket_port_wr", "handlersocket_plain_secret_wr", "my.cnf");
    }

    @Test
    void aSeparateSecretIsNoReasonToWarn() throws Exception {
        assertThat(warnings(SECRET, "another")).isEmpty();
    }
}
