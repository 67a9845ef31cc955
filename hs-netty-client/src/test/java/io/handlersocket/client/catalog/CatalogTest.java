// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks what the catalogue's interfaces derive from the facts that they hold. */
class CatalogTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "geometry",
                "point",
                "linestring",
                "polygon",
                "multipoint",
                "multilinestring",
                "multipolygon",
                "geometrycollection"
            })
    void spatialTypesAreLargeObjects(String type) {
        assertThat(column(type, null).isGeometry()).isTrue();
        assertThat(column(type, null).isLob()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"tinytext", "text", "longtext", "tinyblob", "blob", "mediumblob", "json"})
    void textsAndBlobsAreLargeObjectsButNotSpatial(String type) {
        assertThat(column(type, null).isLob()).isTrue();
        assertThat(column(type, null).isGeometry()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"int", "varchar", "char", "varbinary", "datetime", "uuid", "inet6", "enum", "set", "bit"})
    void otherTypesAreNeither(String type) {
        assertThat(column(type, null).isLob()).isFalse();
        assertThat(column(type, null).isGeometry()).isFalse();
    }

    @Test
    void spacesOfCharAreSignificantUnlessTheCollationIgnoresThem() {
        Collation pads = new Collation("utf8mb4_bin", true, true, true, true);
        Collation doesNot = new Collation("utf8mb4_nopad_bin", true, false, true, true);
        assertThat(column("char", doesNot).isFilledWithBlanksThatCount()).isTrue();
        assertThat(column("char", pads).isFilledWithBlanksThatCount()).isFalse();
        assertThat(column("varchar", doesNot).isFilledWithBlanksThatCount()).isFalse();
        assertThat(column("char", null).isFilledWithBlanksThatCount()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"10.11.19-MariaDB-deb12, 10.11", "11.8.6-MariaDB, 11.8", "10.11-MariaDB, 10.11", "unknown, unknown"})
    void theLineIsTheFirstTwoNumbersOfTheVersion(String version, String line) {
        assertThat(server(version).line()).isEqualTo(line);
    }

    @Test
    void namesAreQuotedAndNeverEmpty() {
        assertThat(new TableName("a`b", "c").quoted()).isEqualTo("`a``b`.`c`");
        assertThat(new TableName("a", "b")).isLessThan(new TableName("a", "c")).isLessThan(new TableName("b", "a"));
        assertThatIllegalArgumentException().isThrownBy(() -> new TableName("", "t"));
        assertThatIllegalArgumentException().isThrownBy(() -> new TableName("s", ""));
    }

    private static Column column(String type, @Nullable Collation collation) {
        return new Column("c", type, type, false, false, 0, 0, 0, 0, 0, null, collation, true, false, List.of());
    }

    private static ServerFacts server(String version) {
        return new ServerFacts(
                version, "id", "s", "a", "", "UTC", "UTC", null, null, false, false, false, true, "", 1, 0);
    }
}
