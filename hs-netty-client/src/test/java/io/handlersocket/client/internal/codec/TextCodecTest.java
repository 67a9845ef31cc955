// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import static io.handlersocket.client.internal.codec.Codecs.key;
import static io.handlersocket.client.internal.codec.Codecs.labels;
import static io.handlersocket.client.internal.codec.Codecs.match;
import static io.handlersocket.client.internal.codec.Codecs.read;
import static io.handlersocket.client.internal.codec.Codecs.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.handlersocket.client.UndecidableValueException;
import io.handlersocket.client.internal.codec.ColumnCodec.KeyMatch;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TextCodecTest {

    @Test
    void writesTheColumnsOwnCharacterSet() {
        assertThat(key(text("varchar", 9, "utf8mb4_general_ci"), "\u20ac\ud83d\ude00"))
                .isEqualTo("\u00e2\u0082\u00ac\u00f0\u009f\u0098\u0080");
        assertThat(key(text("varchar", 9, "latin1_swedish_ci"), "\u20ac\u00e9\u0081"))
                .isEqualTo("\u0080\u00e9\u0081");
        assertThat(key(text("varchar", 9, "utf16_bin"), "a\ud83d\ude00")).isEqualTo("\0a\u00d8=\u00de\0");
        assertThat(key(text("varchar", 9, "utf16le_bin"), "a")).isEqualTo("a\0");
        assertThat(key(text("varchar", 9, "utf32_bin"), "a")).isEqualTo("\0\0\0a");
        assertThat(key(text("varchar", 9, "cp1251_bin"), "\u044f")).isEqualTo("\u00ff");
        assertThat(key(text("varchar", 9, "cp932_bin"), "\uff9f\u4e9c")).isEqualTo("\u00df\u0088\u009f");
    }

    @Test
    void leavesTextThatIsNotInTheCharacterSetToSql() {
        for (String collation :
                List.of("latin1_bin", "ascii_bin", "utf8mb3_bin", "ucs2_bin", "cp932_bin", "koi8r_bin")) {
            assertUndecidable(text("varchar", 9, collation), "\ud83d\ude00");
        }
        assertUndecidable(text("varchar", 9, "ascii_bin"), "\u00e9");
        assertUndecidable(text("varchar", 9, "utf8mb4_bin"), "\ud83d");
        assertUndecidable(text("varchar", 9, "utf8mb4_bin"), "\ude00\ud83d");
        assertUndecidable(text("varchar", 9, "utf8mb4_bin"), "a\ud83d");
        assertUndecidable(text("varchar", 9, "greek_general_ci"), "\uffff");
        assertUndecidable(text("varchar", 9, "gbk_chinese_ci"), "\u20ac");
        assertUndecidable(text("varchar", 9, "cp932_japanese_ci"), "\u00a5");
    }

    @Test
    void dropsIgnoredTrailingSpacesThatDoNotFit() {
        assertThat(key(text("varchar", 3, "utf8mb4_general_ci"), "abc   ")).isEqualTo("abc");
        assertThat(key(text("varchar", 3, "utf8mb4_general_ci"), "a     ")).isEqualTo("a  ");
        assertThat(key(text("varchar", 3, "utf8mb4_unicode_ci"), "abc ")).isEqualTo("abc");
        assertThat(key(text("varchar", 3, "utf8mb4_nopad_bin"), "abc ")).isNull();
        assertThat(key(text("varchar", 3, "latin1_swedish_nopad_ci"), "abc ")).isNull();
        assertThat(key(text("varchar", 3, "utf8mb4_bin"), "\ud83d\ude00\ud83d\ude00\ud83d\ude00 "))
                .hasSize(12);
    }

    @Test
    void noRowHoldsATextThatIsTooLong() {
        assertThat(key(text("varchar", 3, "utf8mb4_general_ci"), "abcd")).isNull();
        assertThat(key(text("char", 3, "latin1_swedish_ci"), "abcd")).isNull();
        assertThat(key(text("char", 3, "utf8mb4_bin"), "abc\t")).isNull();
    }

    @Test
    void leavesLongTextToSqlWhereOneCharacterMayEqualTwo() {
        for (String collation : List.of(
                "utf8mb4_unicode_ci",
                "utf8mb4_uca1400_ai_ci",
                "latin1_german2_ci",
                "cp1250_general_ci",
                "koi8u_general_ci")) {
            assertUndecidable(text("varchar", 3, collation), "assb");
        }
    }

    @Test
    void noCharWithoutPaddingEndsWithASpace() {
        assertThat(key(text("char", 3, "utf8mb4_nopad_bin"), "a ")).isNull();
        assertThat(key(text("varchar", 3, "utf8mb4_nopad_bin"), "a ")).isEqualTo("a ");
        assertThat(text("char", 3, "utf8mb4_uca1400_nopad_ai_ci").keyRefusal()).isPresent();
        assertThat(text("char", 3, "utf8mb4_uca1400_nopad_ai_ci").readRefusal()).isEmpty();
        assertThat(text("varchar", 3, "utf8mb4_uca1400_nopad_ai_ci").keyRefusal())
                .isEmpty();
    }

    @Test
    void refusesLongTextAsKeyButReadsIt() {
        ColumnCodec codec = text("longtext", 0, "utf8mb4_bin");

        assertThat(codec.keyRefusal()).isPresent();
        assertThatExceptionOfType(UndecidableValueException.class)
                .isThrownBy(() -> codec.encodeKey(null))
                .withMessageContaining("cannot be part of a key");
        assertThat(read(codec, "{\u20ac}")).isEqualTo("{\u20ac}");
    }

    @Test
    void refusesColumnsOfUnprovenCharacterSets() {
        for (String collation : List.of("sjis_bin", "big5_bin", "ujis_bin", "dec8_bin", "tis620_bin", "nonesuch_bin")) {
            ColumnCodec codec = text("varchar", 3, collation);
            assertThat(codec.readRefusal()).isPresent();
            assertThat(codec.keyRefusal()).isPresent();
            assertThatIllegalArgumentException().isThrownBy(() -> read(codec, "a"));
            assertThatIllegalArgumentException().isThrownBy(() -> read(codec, "a", String.class));
        }
    }

    @Test
    void distinguishesTextEqualUnderTheCollationFromACoercedKey() {
        ColumnCodec general = text("varchar", 3, "utf8mb4_general_ci");
        ColumnCodec bin = text("varchar", 3, "utf8mb4_bin");
        ColumnCodec nopad = text("varchar", 3, "utf8mb4_nopad_bin");

        assertThat(match(general, "a", "a")).isEqualTo(KeyMatch.EQUAL);
        assertThat(match(general, "a", "A")).isEqualTo(KeyMatch.COLLATION_EQUAL);
        assertThat(match(bin, "a", "A")).isEqualTo(KeyMatch.COERCED);
        assertThat(match(bin, "a ", "a")).isEqualTo(KeyMatch.COLLATION_EQUAL);
        assertThat(match(bin, "", "  ")).isEqualTo(KeyMatch.COLLATION_EQUAL);
        assertThat(match(nopad, "a ", "a")).isEqualTo(KeyMatch.COERCED);
        assertThat(match(text("varchar", 3, "utf16_bin"), "\0a\0 ", "\0a")).isEqualTo(KeyMatch.COLLATION_EQUAL);
        assertThat(match(text("varchar", 3, "utf16_bin"), "\0a ", "\0a")).isEqualTo(KeyMatch.COERCED);
    }

    @Test
    void readsTextAsTheDriverDoes() {
        ColumnCodec greek = text("varchar", 9, "greek_general_ci");
        ColumnCodec ucs2 = text("varchar", 9, "ucs2_general_ci");

        assertThat(greek.decode(new byte[] {'a', (byte) 0xa1, (byte) 0xa4}, 0, 3))
                .isEqualTo("a\u02bd?");
        assertThat(ucs2.decode(new byte[] {(byte) 0xd8, 0x3d, (byte) 0xde, 0, 0, 'a'}, 0, 6))
                .isEqualTo("\ufffd\ufffda");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> text("varchar", 9, "gbk_bin").decode(new byte[] {(byte) 0xaa, (byte) 0xa1}, 0, 2))
                .withMessageStartingWith("column k varchar(9): the server sent bytes");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> text("varchar", 9, "gbk_bin").encodeKey(1))
                .withMessageContaining("unsupported type java.lang.Integer (expected String)");
    }

    @Test
    void findsEnumLabelsExactly() {
        ColumnCodec bin = labels("enum", "utf8mb4_bin", "a", "A", "2");
        ColumnCodec general = labels("enum", "utf8mb4_general_ci", "a", "b", "\u00e9");

        assertThat(key(bin, "A")).isEqualTo("A");
        assertThat(key(bin, "2")).isEqualTo("2");
        assertThat(key(bin, "1")).isNull();
        assertThat(key(bin, "zzz")).isNull();
        assertThat(key(bin, "a  ")).isEqualTo("a");
        assertThat(key(labels("enum", "utf8mb4_nopad_bin", "a"), "a ")).isNull();
        assertThat(key(general, "\u00e9")).isEqualTo("\u00c3\u00a9");
        assertUndecidable(general, "A");
        assertUndecidable(general, "zzz");
        assertUndecidable(bin, "");
        assertUndecidable(labels("enum", "latin1_bin", "a"), "\u4e2d");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> bin.encodeKey(1))
                .withMessageContaining("java.lang.Integer");
        assertThat(match(bin, "a", "A")).isEqualTo(KeyMatch.DIFFERENT);
        assertThat(read(general, "\u00e9")).isEqualTo("\u00e9");
    }

    @Test
    void readsEnumLabelsAsConstants() {
        ColumnCodec codec = labels("enum", "utf8mb4_bin", "SECONDS", "YEARS");

        assertThat(read(codec, "SECONDS", TimeUnit.class)).isEqualTo(TimeUnit.SECONDS);
        assertThatIllegalArgumentException().isThrownBy(() -> read(codec, "YEARS", TimeUnit.class));
    }

    @Test
    void sendsSetsInDeclaredOrder() {
        ColumnCodec bin = labels("set", "utf8mb4_bin", "a", "b", "c");

        assertThat(key(bin, Set.of("c", "a"))).isEqualTo("a,c");
        assertThat(key(bin, List.of("c", "a", "c"))).isEqualTo("a,c");
        assertThat(key(bin, Set.of())).isEmpty();
        assertThat(key(bin, "")).isEmpty();
        assertThat(key(bin, "a,c")).isEqualTo("a,c");
        assertThat(key(bin, "c,a")).isNull();
        assertThat(key(bin, "a,a")).isNull();
        assertThat(key(bin, "a,")).isNull();
        assertThat(key(bin, "3")).isNull();
        assertThat(key(bin, Set.of("a", "zzz"))).isNull();
        assertUndecidable(labels("set", "utf8mb4_general_ci", "a"), "A");
        assertUndecidable(labels("set", "utf8mb4_general_ci", "a"), Set.of("A"));
        assertThatIllegalArgumentException().isThrownBy(() -> bin.encodeKey(3));
        assertThatIllegalArgumentException().isThrownBy(() -> bin.encodeKey(Arrays.asList("a", 1)));
        assertThatIllegalArgumentException().isThrownBy(() -> bin.encodeKey(Arrays.asList("a", null)));
        assertThat(read(bin, "")).isEqualTo(Set.of());
        assertThat(read(bin, "a,c")).isEqualTo(Set.of("a", "c"));
    }

    private static void assertUndecidable(ColumnCodec codec, Object value) {
        assertThatExceptionOfType(UndecidableValueException.class)
                .isThrownBy(() -> codec.encodeKey(value))
                .withMessageStartingWith("column k ");
    }
}
