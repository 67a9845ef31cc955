// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.sql;

import static io.handlersocket.client.internal.control.sql.FakeServer.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.internal.control.NotUsableException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which settings of a server are refused, and what the operator is told. */
class WorkerSettingsTest {

    private final FakeServer server = new FakeServer();

    private WorkerSettings read(Object[]... settings) throws Exception {
        List<Object[]> all = new ArrayList<>(Arrays.asList(settings));
        for (String needed : List.of("autocommit,ON", "tx_isolation,REPEATABLE-READ")) {
            String[] setting = needed.split(",", -1);
            if (all.stream().noneMatch(each -> each[0].equals(setting[0]))) {
                all.add(row(setting[0], setting[1], "COMPILE-TIME"));
            }
        }
        server.answers.put("information_schema.SYSTEM_VARIABLES", all);
        return WorkerSettings.read(server.session());
    }

    @Test
    void theDefaultsAreRead() throws Exception {
        WorkerSettings settings = read(row("SQL_MODE", "STRICT_TRANS_TABLES", "CONFIG"));
        assertThat(settings.sql())
                .isEqualTo("CONCAT_WS('; ', @@GLOBAL.sql_mode, @@GLOBAL.autocommit, @@GLOBAL.tx_isolation)");
        assertThat(settings.seen()).isEqualTo(server.settings);
    }

    @ParameterizedTest
    @CsvSource({
        "tx_isolation, READ-UNCOMMITTED, rows that are not committed",
        "transaction_isolation, SERIALIZABLE, would not take the locks",
        "autocommit, OFF, expected ON",
        "sql_mode, PAD_CHAR_TO_FULL_LENGTH, trailing spaces",
        "tx_read_only, ON, expected OFF",
        "sql_select_limit, 100, SET GLOBAL sql_select_limit = DEFAULT"
    })
    void aWrongValueIsRefused(String name, String value, String told) {
        assertThatThrownBy(() -> read(row(name, value, "CONFIG")))
                .isInstanceOf(NotUsableException.class)
                .hasMessageContainingAll("global " + name + " is " + value, told);
    }

    @Test
    void aRightValueThatWasSetSinceTheStartIsRefusedUnlessWorkersDoNotCopyIt() throws Exception {
        assertThatThrownBy(() -> read(row("tx_isolation", "READ-COMMITTED", "SQL")))
                .isInstanceOf(NotUsableException.class)
                .hasMessageContaining("Set transaction-isolation in my.cnf");
        assertThat(read(row("sql_select_limit", "18446744073709551615", "SQL"))).isNotNull();
    }

    @Test
    void aServerThatHidesItsSettingsIsRefused() {
        server.answers.put("information_schema.SYSTEM_VARIABLES", List.<Object[]>of(row("sql_mode", "", "CONFIG")));
        assertThatThrownBy(() -> WorkerSettings.read(server.session()))
                .isInstanceOf(NotUsableException.class)
                .hasMessageContaining("does not show autocommit");
    }
}
