// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.spi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqlAddressTest {

    @ParameterizedTest
    @CsvSource({
        "jdbc:mariadb://DB.example.com:3307/game?user=a, db.example.com:3307",
        "jdbc:mysql://db/game, db:3306",
        "jdbc:mariadb:///game, localhost:3306",
        "jdbc:mariadb://[::1]:3307/game, [::1]:3307",
        "jdbc:mariadb://db/game?localSocket=/run/hs.sock&user=a, /run/hs.sock",
        "jdbc:mariadb://db/game?user=a&pipe=p, p"
    })
    void returnsTheOneServerThatAUrlNames(String url, String address) {
        assertThat(SqlAddress.of(url)).isEqualTo(address);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jdbc:mariadb://a,b/game",
                "jdbc:mariadb:replication://a/game",
                "jdbc:mariadb:loadbalance://a/game",
                "jdbc:mariadb://address=(host=a)(port=1)/game",
                "jdbc:postgresql://a/game"
            })
    void isEmptyWhereAUrlDoesNotNameOneServer(String url) {
        assertThat(SqlAddress.of(url)).isEmpty();
    }
}
