// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mariadb.jdbc.Driver;
import org.mariadb.jdbc.MariaDbDataSource;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;

/** How the other nodes of a cluster are connected to. */
class DrainLocksTest {

    private static final String URL = "jdbc:mariadb://db1:3307/game?useSsl=false";

    @ParameterizedTest
    @CsvSource({
        "jdbc:mariadb://db1:3307/game?user=a, jdbc:mariadb://db2:3306/game?user=a",
        "jdbc:mariadb://db1, jdbc:mariadb://db2:3306",
        "jdbc:mariadb://[::1]:3307?user=a, jdbc:mariadb://db2:3306?user=a",
        "jdbc:mysql:///game, jdbc:mysql://db2:3306/game",
        "'jdbc:mariadb:sequential://db1:3307,db3/game?a=b', jdbc:mariadb://db2:3306/game?a=b",
        "jdbc:mariadb://address=(host=db1)(port=3307)/game, jdbc:mariadb://db2:3306/game"
    })
    void theHostOfTheUrlIsReplaced(String url, String other) {
        assertThat(DrainLocks.urlAt(url, "db2:3306")).isEqualTo(other);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:h2:mem:game",
                "jdbc:postgresql://db1/game",
                "jdbc:mariadb://db1/game?a=b&localSocket=/run/sql.sock",
                "jdbc:mariadb://db1/game?pipe=p"
            })
    void anUrlWithoutSuchAHostIsRefused(String url) {
        assertThatThrownBy(() -> DrainLocks.urlAt(url, "db2:3306")).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void theUrlOfAPoolAndOfADriverIsKnown() throws SQLException {
        try (HikariDataSource pool = new HikariDataSource();
                HikariDataSource other = new HikariDataSource()) {
            pool.setJdbcUrl(URL);
            pool.setUsername("a");
            DataSource own = ControlConnections.of(pool, true);
            assertThat(ControlConnections.url(own)).isEqualTo(URL);
            assertThat(ControlConnections.at(own, URL)).isInstanceOf(UnpooledHikariDataSource.class);

            other.setDataSource(new MariaDbDataSource(URL));
            assertThatThrownBy(() -> ControlConnections.url(ControlConnections.of(other, true)))
                    .isInstanceOf(IllegalStateException.class);
        }
        DataSource plain = ControlConnections.of(new SimpleDriverDataSource(new Driver(), URL), true);
        assertThat(ControlConnections.url(plain)).isEqualTo(URL);
        assertThat(ControlConnections.at(plain, URL)).isInstanceOf(SimpleDriverDataSource.class);
    }
}
