// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.writes.internal;

import static io.handlersocket.writes.internal.WriteFixture.column;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.RefusedException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a definition lets be written, and when two definitions mean the same. */
class WriteTableTest {

    private static WriteTable table(Map<String, WriteTable.Rule> rules, String type) {
        return WriteFixture.table(rules, column("id", "int", false), column("v", type, true));
    }

    @Test
    void anIndexThatIsNotUniqueIsRefused() {
        assertThatThrownBy(() -> WriteFixture.table(Map.of(), false, column("id", "int", false)))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("not unique");
    }

    @Test
    void columnsThatTheServerStoresOtherwiseAreNotSettable() {
        assertThatThrownBy(() -> table(Map.of(), "float").settable("v")).isInstanceOf(RefusedException.class);
        assertThatThrownBy(() -> table(Map.of(), "point").settable("v")).isInstanceOf(RefusedException.class);
        assertThat(table(Map.of(), "int").settable("v").column().name()).isEqualTo("v");
        assertThat(table(Map.of(), "vector").readableColumns().columns()).containsExactly("id");
        assertThat(table(Map.of(), "float").readableColumns().columns()).containsExactly("id", "v");
    }

    @Test
    void anUpdateMustSetWhatSqlSetsByItself() {
        WriteTable table = table(Map.of("v", new WriteTable.Rule(false, null, true)), "int");
        assertThatThrownBy(() -> table.refuseUnsetOnUpdate(Set.of("id")))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("s.t.v: ON UPDATE CURRENT_TIMESTAMP");
        assertThatCode(() -> table.refuseUnsetOnUpdate(Set.of("v"))).doesNotThrowAnyException();
    }

    @Test
    void aTargetHasItsColumnsInDeclaredOrder() {
        assertThat(table(Map.of(), "int").target(List.of("v", "id")).columns()).containsExactly("id", "v");
    }

    @Test
    void definitionsAreTheSameIfColumnsAndRulesAre() {
        WriteTable table = table(Map.of(), "int");
        assertThat(table.isSame(table(Map.of(), "int"))).isTrue();
        assertThat(table.isSame(table(Map.of(), "bigint"))).isFalse();
        assertThat(table.isSame(table(Map.of("v", new WriteTable.Rule(false, "1", false)), "int")))
                .isFalse();
    }
}
