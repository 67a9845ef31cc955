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
        assertThat(SqlAddress.isSequence(url)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jdbc:mariadb:sequential://DB1,db2:3307/game?user=a | db1:3306,db2:3307",
                "jdbc:mysql:sequential://db1/game | db1:3306",
                "jdbc:mariadb:sequential://[::1]:3307,[FE80::1]/game | [::1]:3307,[fe80::1]:3306",
                "jdbc:mariadb:sequential://a,b | a:3306,b:3306"
            })
    void returnsTheServersOfASequence(String url, String address) {
        assertThat(SqlAddress.of(url)).isEqualTo(address);
        assertThat(SqlAddress.isSequence(url)).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jdbc:mariadb://a,b/game",
                "jdbc:mariadb:replication://a/game",
                "jdbc:mariadb:loadbalance://a/game",
                "jdbc:mariadb:sequential://address=(host=a)(port=1),b/game",
                "jdbc:mariadb:sequential://a,b/game?localSocket=/run/hs.sock",
                "jdbc:mariadb://address=(host=a)(port=1)/game",
                "jdbc:postgresql://a/game"
            })
    void isEmptyWhereAUrlDoesNotNameOneServer(String url) {
        assertThat(SqlAddress.of(url)).isEmpty();
    }
}
