// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.sql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DiscoveryUrlTest {

    @ParameterizedTest
    @CsvSource({
        "jdbc:mariadb://db.example:3306/game, db.example",
        "jdbc:mysql://db.example/game?useSsl=true, db.example",
        "jdbc:mariadb://10.0.0.7, 10.0.0.7",
        "jdbc:mariadb:///game, localhost",
        "jdbc:mariadb://[::1]:3306/game, ::1",
        "jdbc:mariadb://db.example?connectTimeout=5, db.example"
    })
    void oneHostIsFound(String url, String host) {
        assertThat(TargetFinder.host(url)).contains(host);
        assertThat(TargetFinder.isLocalSocket(url)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:mariadb://one,two/game",
                "jdbc:mariadb:replication://one/game",
                "jdbc:mariadb:loadbalance://one:3306/game",
                "jdbc:mariadb:sequential://one,two/game",
                "jdbc:mariadb://address=(host=one)(port=3306)/game",
                "jdbc:h2:mem:test",
                ""
            })
    void severalHostsOrNoneAreNoHost(String url) {
        assertThat(TargetFinder.host(url)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc:mariadb://db/game?localSocket=/run/mysqld.sock", "jdbc:mariadb://db/game?a=b&pipe=p"})
    void aSocketOfThisMachineIsNoHost(String url) {
        assertThat(TargetFinder.isLocalSocket(url)).isTrue();
        assertThat(TargetFinder.host(url)).isEmpty();
    }
}
