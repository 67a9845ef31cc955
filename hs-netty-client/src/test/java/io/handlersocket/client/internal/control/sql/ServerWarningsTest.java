// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.sql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which versions are warned of: numbers are compared, line by line. */
class ServerWarningsTest {

    @ParameterizedTest
    @CsvSource({
        "10.11.18-MariaDB-0+deb12u1, 10.11.19",
        "10.11.2-MariaDB, 10.11.19",
        "10.11.0-MariaDB, 10.11.19",
        "11.4.12-MariaDB-ubu2404, 11.4.13",
        "11.4.9-MariaDB, 11.4.13",
        "11.8.6-MariaDB-0+deb13u1 from Debian, 11.8.9",
        "12.3.2-MariaDB-log, 12.3.3"
    })
    void anOlderPatchLevelIsToldWhatToUpgradeTo(String version, String repaired) {
        assertThat(ServerWarnings.ofReads(version, false).orElseThrow())
                .contains(version, "MDEV-40425", "Upgrade to MariaDB " + repaired)
                .doesNotContain("is empty");
        assertThat(ServerWarnings.ofReads(version, true).orElseThrow())
                .contains("handlersocket_plain_secret is empty", "my.cnf", "handlersocket_plain_secret=<")
                .contains("MDEV-40425", "Upgrade to MariaDB " + repaired);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "10.11.19-MariaDB-0+deb12u1",
                "10.11.100-MariaDB",
                "11.4.13-MariaDB",
                "11.8.9-MariaDB",
                "11.8.10-MariaDB",
                "12.3.3-MariaDB",
                "10.6.1-MariaDB",
                "10.5.23-MariaDB",
                "10.1.1-MariaDB",
                "12.0.2-MariaDB",
                "110.11.1-MariaDB",
                "11.80.1-MariaDB",
                "10.11-MariaDB",
                "11.8",
                "",
                "MariaDB"
            })
    void aRepairedOneAndALineThatIsNotKnownAreNot(String version) {
        assertThat(ServerWarnings.ofReads(version, false)).isEmpty();
        assertThat(ServerWarnings.ofReads(version, true).orElseThrow())
                .as("an empty secret is a fact, not a version")
                .contains("handlersocket_plain_secret is empty", "my.cnf")
                .doesNotContain("MDEV-40425", "Upgrade");
    }
}
