// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ServerStrategyTest {
    private @Nullable String before;

    @BeforeEach
    void clearProperty() {
        before = System.clearProperty(ServerStrategy.PROPERTY);
    }

    @AfterEach
    void restoreProperty() {
        if (before == null) {
            System.clearProperty(ServerStrategy.PROPERTY);
        } else {
            System.setProperty(ServerStrategy.PROPERTY, before);
        }
    }

    @Test
    void keepsTheOrderGiven() {
        assertThat(ServerStrategy.parse(" download, LOCAL ,docker,local", "p"))
                .containsExactly(ServerStrategy.DOWNLOAD, ServerStrategy.LOCAL, ServerStrategy.DOCKER);
    }

    @Test
    void neverDownloadsUnasked() {
        assertThat(ServerStrategy.configured(Map.of()))
                .isEqualTo(List.of(ServerStrategy.EXTERNAL, ServerStrategy.DOCKER, ServerStrategy.LOCAL));
    }

    @Test
    void readsTheEnvironmentWhereThereIsNoProperty() {
        Map<String, String> environment = Map.of(ServerStrategy.VARIABLE, "local");
        System.setProperty(ServerStrategy.PROPERTY, " ");
        assertThat(ServerStrategy.configured(environment)).containsExactly(ServerStrategy.LOCAL);
        System.setProperty(ServerStrategy.PROPERTY, "docker");
        assertThat(ServerStrategy.configured(environment)).containsExactly(ServerStrategy.DOCKER);
    }

    @Test
    void saysWhichNamesThereAre() {
        assertThatThrownBy(() -> ServerStrategy.parse("docker,podman", "the.property"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the.property=docker,podman: unknown strategy 'podman' (expected a comma-separated list of"
                        + " external, docker, local, download)");
        assertThatThrownBy(() -> ServerStrategy.parse("docker,", "p")).hasMessageContaining("unknown strategy ''");
    }
}
