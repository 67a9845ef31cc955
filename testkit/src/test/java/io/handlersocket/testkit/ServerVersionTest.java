// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines and versions, as they are written and as servers say them. */
class ServerVersionTest {

    @ParameterizedTest
    @CsvSource({
        "11.8, 11.8.6, true",
        "11.8, 11.8.6-MariaDB-0+deb13u1-log, true",
        "11.8.6, 11.8.6-MariaDB, true",
        "11.8.6, 11.8.60, false",
        "11.8, 11.80.1, false",
        "1.8, 11.8.6, false",
        "10.11, 10.1.48, false",
        "10.1, 10.11.19, false",
        "11.8, '', false"
    })
    void aVersionIsOfALine(String line, String version, boolean matches) {
        assertThat(ServerVersion.matches(line, version)).isEqualTo(matches);
    }

    @Test
    void withoutAWishAnyVersionWillDo() {
        assertThat(ServerVersion.matches(null, "10.3.39")).isTrue();
    }

    @Test
    void anEnvironmentVariableStandsInForTheProperty() {
        org.junit.jupiter.api.Assumptions.assumeTrue(
                System.getProperty(ServerVersion.PROPERTY, "").isBlank(),
                "-D" + ServerVersion.PROPERTY + " is set, which wins over the variable");
        assertThat(ServerVersion.configured(Map.of(ServerVersion.VARIABLE, " 11.8 ")))
                .isEqualTo("11.8");
        assertThat(ServerVersion.configured(Map.of())).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"latest", "11", "11.8.6.1", "v11.8", "11.8-rc", "../11.8"})
    void anythingElseIsRefusedWithItsSource(String line) {
        assertThatThrownBy(() -> ServerVersion.checked(line, "-Dx"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("-Dx=" + line)
                .hasMessageContaining("11.8");
    }
}
