// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Text, labels, bytes and what is sent as bytes. */
class TextKeyIT extends KeyTests {

    @Test
    void textThatDoesNotFitIsNotCut() throws IOException, SQLException {
        for (String collation :
                List.of("utf8mb4_general_ci", "latin1_swedish_ci", "utf8mb4_bin", "utf16_bin", "ucs2_bin")) {
            for (String type : List.of("VARCHAR(5)", "CHAR(5)")) {
                table(type + " COLLATE " + collation)
                        .rows("'abcde'", "'ABC'", "''", "'ab '", "'x'")
                        .sent("abcde", "abcde  ", "abcde     ", "abc", "", "       ", "ab", "ab  ", "x         ", "X")
                        .noRow("abcdeZZZ", "abcdef", "abcde\t", "abcde x");
            }
        }
        table("VARCHAR(3) COLLATE utf8mb4_nopad_bin")
                .rows("'abc'", "'a'", "'a '")
                .sent("a", "a ", "abc")
                .noRow("abc ", "a   ");
        table("CHAR(3) COLLATE latin1_nopad_bin")
                .rows("'abc'", "'a'")
                .sent("a", "abc")
                .noRow("abc ", "a ", "a\t ");
        table("CHAR(3) COLLATE utf8mb4_general_nopad_ci")
                .rows("'a'", "''")
                .sent("A", "")
                .noRow("a ", " ");
        table("CHAR(3) COLLATE utf8mb4_uca1400_nopad_ai_ci").rows("'a'").undecidable("a");
        table("VARCHAR(3) COLLATE utf8mb4_unicode_ci")
                .rows("'abc'", "'a\u00dfb'", "'STR'")
                .sent("ABC", "abc    ", "\u00e4bc")
                .undecidable("assb", "abc\u00ad", "abcd");
        table("VARCHAR(9) COLLATE utf8mb4_bin").rows("'a'").wrongType(1, 'a', new byte[] {'a'});
    }

    @Test
    void collationsDecideAsInSql() throws IOException, SQLException {
        String[] rows = {"'e'", "'\u00e9'", "'x'", "'x '", "'stra\u00dfe'", "'STRASSE'", "'\u4e2d'", "''"};
        for (String collation : List.of(
                "utf8mb4_general_ci",
                "utf8mb4_unicode_ci",
                "utf8mb4_uca1400_ai_ci",
                "utf8mb4_bin",
                "utf8mb3_general_ci",
                "utf8mb4_nopad_bin",
                "utf16_general_ci",
                "utf32_unicode_ci",
                "utf8mb4_uca1400_as_cs",
                "utf16le_bin")) {
            table("VARCHAR(9) COLLATE " + collation)
                    .rows(rows)
                    .sent(
                            "e",
                            "E",
                            "\u00e9",
                            "x",
                            "x ",
                            "x  ",
                            "strasse",
                            "stra\u00dfe",
                            "  ",
                            "",
                            "\u4e2d",
                            "a\0",
                            "\t");
        }
        table("VARCHAR(9) COLLATE utf8mb4_general_ci")
                .rows("'\ud83d\ude00'", "'\ud83d\ude01'")
                .sent("\ud83d\ude00");
        table("VARCHAR(9) COLLATE utf8mb4_bin")
                .rows("'\ud83d\ude00'", "'\ud83d\ude01'")
                .sent("\ud83d\ude00");
    }

    @Test
    void charactersThatAreNotInTheColumnsSetAreNotReplaced() throws IOException, SQLException {
        table("VARCHAR(9) COLLATE latin1_swedish_ci")
                .rows("'?'", "'a'", "'\u20ac'", "'\u0081'", "'\u00e9'")
                .sent("?", "\u20ac", "\u0081", "\u00c9", "a")
                .undecidable("\u0101", "\ud83d\ude00", "\ud83d");
        table("VARCHAR(9) COLLATE utf8mb3_bin")
                .rows("'?'", "'????'")
                .sent("????")
                .undecidable("\ud83d\ude00", "\ud83d");
        table("VARCHAR(9) COLLATE ascii_bin").rows("'?'").sent("?").undecidable("\u00e9");
        table("VARCHAR(9) COLLATE ucs2_bin").rows("'a'", "'?'").sent("a").undecidable("\ud83d\ude00");
        table("VARCHAR(9) COLLATE cp1251_general_ci")
                .rows("'\u044f'", "'?'")
                .sent("\u044f", "\u042f")
                .undecidable("\u0101");
        table("VARCHAR(9) COLLATE cp932_japanese_ci")
                .rows("'\u4e9c'", "'\uff9f'")
                .sent("\u4e9c", "\uff9f")
                .undecidable("\u00a5");
        table("VARCHAR(9) COLLATE sjis_japanese_ci").rows("'a'").undecidable("a");
    }

    @Test
    void labelsAreNeitherOrdinalsNorNormalised() throws IOException, SQLException {
        table("ENUM('a','A','2') COLLATE utf8mb4_bin")
                .rows("'a'", "'A'", "'2'", "''", "NULL")
                .sent("a", "A", "2", "a  ")
                .noRow("1", "3", "zzz", "a,A")
                .undecidable("", "  ")
                .wrongType(1, true);
        table("ENUM('b','c') COLLATE latin1_swedish_ci")
                .rows("'b'", "'c'", "''")
                .sent("b", "c", "c ")
                .undecidable("B", "2", "", "\u4e2d")
                .wrongType(2);
        table("ENUM('a') COLLATE utf8mb4_nopad_bin").rows("'a'").sent("a").noRow("a ");
        for (String collation : List.of("utf8mb4_bin", "utf8mb4_nopad_bin", "utf8mb4_unicode_ci")) {
            table("ENUM('a','','1') COLLATE " + collation)
                    .rows("'a'", "''", "'1'", "NULL")
                    .sent("a", "1")
                    .undecidable("");
            table("SET('','x') COLLATE " + collation)
                    .rows("''", "'x'", "',x'")
                    .undecidable("", Set.of(), Set.of(""), "x", ",x", Set.of("x"));
            table("SET('\u00ad','x') COLLATE utf8mb4_unicode_ci")
                    .rows("''", "'x'", "'\u00ad,x'")
                    .sent("x", "\u00ad,x")
                    .undecidable("");
        }
        table("ENUM('\u00ad','\u0436') COLLATE utf8mb4_unicode_ci")
                .rows("'\u00ad'", "'\u0436'")
                .sent("\u0436")
                .undecidable("\u00ad");
        table("SET('a','b','zzz') COLLATE utf8mb4_bin")
                .rows("'a'", "'b'", "'a,b'", "''", "'b,zzz'")
                .sent("a", "a,b", "b,zzz", "", "a  ", Set.of("b", "a"), Set.of())
                .noRow("b,a", "3", "1", "yyy", "a,a", "a,")
                .wrongType(3);
        table("SET('a','b') COLLATE utf8mb4_general_ci")
                .rows("'a'", "'a,b'", "''")
                .sent("a,b", "")
                .undecidable("A", "b,a", "3", "zzz");
    }

    @Test
    void binaryValuesAreNeitherCutNorPadded() throws IOException, SQLException {
        table("BINARY(4)")
                .rows("'ab'", "'abcd'", "''")
                .sent(bytes("ab\0\0"), bytes("abcd"), new byte[4])
                .noRow(bytes("ab"), bytes("abcdZ"), bytes(""))
                .wrongType("abcd", UUID.randomUUID());
        table("VARBINARY(4)")
                .rows("'ab'", "'abcd'", "''", "x'00'")
                .sent(bytes("ab"), bytes("ab\0"), bytes(""), bytes("\0"))
                .noRow(bytes("abcde"));
        table("BINARY(16)").rows("''").sent(new byte[16]).noRow(new byte[17], new byte[15]);
    }

    @Test
    void addressesAndUuidsAreSentAsBytes() throws IOException, SQLException {
        UUID uuid = UUID.fromString("123e4567-e89b-12d3-a456-426655440000");
        table("UUID")
                .rows("'" + uuid + "'", "NULL", "'00000000-0000-0000-0000-000000000000'")
                .sent(uuid, uuid.toString(), "123E4567-E89B-12D3-A456-426655440000", new UUID(0, 0), new byte[16])
                .noRow(new byte[4])
                .undecidable("abc", "123e4567e89b12d3a456426655440000");
        // UUIDs the server does not store: it would look up those that are NULL, or all zero.
        for (String type : List.of("UUID", "UUID NOT NULL")) {
            table(type)
                    .rows("NULL", "'00000000-0000-0000-0000-000000000000'")
                    .noRow(UUID.fromString("48a3ad89-6a10-a36a-26ba-4942fff807c4"))
                    .noRow("00000000-0000-8000-8000-000000000000", new UUID(0x8000L, 1L << 56))
                    .sent(new UUID(0x8000L, 0), new UUID(0xf000L, -1L), new UUID(0x8000L, 0x8100000000000000L));
        }
        table("INET4")
                .rows("'1.2.3.4'", "NULL", "'0.0.0.0'", "'255.255.255.255'")
                .sent(InetAddress.getByName("1.2.3.4"), "1.2.3.4", new byte[4], "255.255.255.255")
                .noRow(new byte[16])
                .undecidable("abc", "01.2.3.4", "::1")
                .wrongType(1);
        table("INET6")
                .rows("'::1'", "NULL", "'::'", "'::ffff:1.2.3.4'", "'2001:db8::8:0:1'", "'1:2:3:4:5:6:7:8'")
                .sent(
                        Inet6Address.getByAddress(null, bytes("\0".repeat(15) + "\1"), -1),
                        "::1",
                        "::ffff:1.2.3.4",
                        new byte[16],
                        "2001:DB8::8:0:1",
                        "1:2:3:4:5:6:7:8")
                .sent(Inet6Address.getByAddress(null, new byte[16], -1))
                .noRow(new byte[4])
                .undecidable("abc", "fe80::1%1")
                .wrongType(InetAddress.getByName("1.2.3.4"));
    }

    private static byte[] bytes(String latin1) {
        return latin1.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
    }
}
