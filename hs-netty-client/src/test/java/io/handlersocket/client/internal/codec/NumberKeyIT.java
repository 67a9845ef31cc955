// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Date;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.Year;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Numbers, and NULL of every type. */
class NumberKeyIT extends KeyTests {

    private static final BigInteger MAX_UNSIGNED = new BigInteger("18446744073709551615");
    private static final String[] INTEGERS = {
        "0",
        "1",
        "2",
        "3",
        "127",
        "-128",
        "255",
        "32767",
        "-32768",
        "65535",
        "8388607",
        "-8388608",
        "16777215",
        "2147483647",
        "-2147483648",
        "4294967295",
        "9223372036854775807",
        "-9223372036854775808",
        "18446744073709551615",
        "9007199254740993",
        "NULL"
    };

    @Test
    void integersOutOfRangeAreNotClamped() throws IOException, SQLException {
        table("INT UNSIGNED")
                .rows(INTEGERS)
                .sent(0, 1L, 4294967295L)
                .noRow(4294967296L, -1, new BigInteger("9".repeat(20)));
        table("INT").rows(INTEGERS).sent(2147483647, Integer.MIN_VALUE).noRow(2147483648L, 4294967297L, -2147483649L);
        table("TINYINT").rows(INTEGERS).sent((byte) 127, -128).noRow(128, -129, Long.MAX_VALUE);
        table("TINYINT UNSIGNED").rows(INTEGERS).sent(255).noRow(256, -1);
        table("SMALLINT").rows(INTEGERS).sent((short) 32767).noRow(32768, -32769);
        table("MEDIUMINT").rows(INTEGERS).sent(8388607).noRow(8388608, -8388609);
        table("MEDIUMINT UNSIGNED").rows(INTEGERS).sent(16777215).noRow(16777216);
        table("BIGINT UNSIGNED")
                .rows(INTEGERS)
                .sent(MAX_UNSIGNED, Long.MAX_VALUE)
                .noRow(-1, -1L, MAX_UNSIGNED.add(BigInteger.ONE), BigInteger.ONE.negate());
        table("BIGINT")
                .rows(INTEGERS)
                .sent(Long.MIN_VALUE, Long.MAX_VALUE, 9007199254740993L)
                .noRow(MAX_UNSIGNED);
        table("INT(8) UNSIGNED ZEROFILL").rows(INTEGERS).sent(0, 1, 4294967295L).noRow(-1);
    }

    @Test
    void integersAreNotRounded() throws IOException, SQLException {
        table("INT")
                .rows(INTEGERS)
                .noRow(new BigDecimal("1.4"), new BigDecimal("1.5"), new BigDecimal("0.5"), new BigDecimal("2.5"))
                .sent(new BigDecimal("1.00"), new BigDecimal("0.0"), BigInteger.TWO, true, false)
                .wrongType("1", "1.5", 1.0, 1.5f, Year.of(1), LocalDate.of(1, 1, 1), new byte[] {1}, 'x');
    }

    @Test
    void nullFindsNothing() throws IOException, SQLException {
        for (String type :
                List.of("INT", "INT NOT NULL", "VARCHAR(9)", "VARCHAR(9) NOT NULL", "DATE", "UUID", "BIT(3)")) {
            table(type).rows("NULL", "0", "''").noRow((Object) null);
        }
    }

    @Test
    void decimalsAreNotRounded() throws IOException, SQLException {
        table("DECIMAL(10,2)")
                .rows("1.50", "0", "-1.5", "99999999.99", "5")
                .sent(new BigDecimal("1.5"), new BigDecimal("1.500"), new BigDecimal("-1.50"), 5, BigInteger.ZERO)
                .sent(new BigDecimal("99999999.99"), new BigDecimal("0E+5"))
                .noRow(new BigDecimal("1.504"), new BigDecimal("1.495"), new BigDecimal("1.5049"))
                .noRow(new BigDecimal("999999999999"), new BigDecimal("100000000"), Long.MAX_VALUE)
                .wrongType(1.5, 1.5f, "1.5", true);
        table("DECIMAL(10,2) UNSIGNED ZEROFILL")
                .rows("1.50", "0")
                .sent(new BigDecimal("1.5"), 0)
                .noRow(-1);
        table("DECIMAL(30,30)").rows("0.5").sent(new BigDecimal("0.5"), 0).noRow(1, new BigDecimal("1E-31"));
    }

    @Test
    void doublesAreExact() throws IOException, SQLException {
        table("DOUBLE")
                .rows("0.1e0", "0.30000000000000004e0", "1e15", "5e-324", "1.7976931348623157e308", "0", "1")
                .rows("9007199254740993", "1.8446744073709552e19")
                .stored(List.of(-0.0, 1e-5, 123456.789))
                .sent(0.1, 0.30000000000000004, 0.3, 1e15, Double.MIN_VALUE, Double.MAX_VALUE, 0.0, -0.0, 1, 1e-5)
                .sent(9007199254740993L, 123456.789, 1.8446744073709552e19)
                .noRow(Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY)
                .wrongType(0.1f, new BigDecimal("0.1"), "0.1", true);
        table("DOUBLE UNSIGNED").rows("0", "1").sent(1.0).noRow(-1.0);
        table("DOUBLE(8,3)").rows("1.234").undecidable(1.234);
        table("FLOAT").rows("0.1", "1.5").undecidable(0.1f, 1.5f, 1);
    }

    @Test
    void bitsAndYears() throws IOException, SQLException {
        table("BIT(1)").rows("0", "1", "NULL").sent(true, false, 0, 1L).noRow(2, -1, 48);
        table("BIT(10)")
                .rows("0", "513", "1023")
                .sent(513, 1023, BigInteger.ZERO)
                .noRow(1024, -1);
        table("BIT(64)")
                .rows("0", "1", "18446744073709551615")
                .sent(MAX_UNSIGNED, 1, true)
                .noRow(MAX_UNSIGNED.add(BigInteger.ONE))
                .undecidable(-1L, -1, BigInteger.ONE.negate(), Long.MIN_VALUE)
                .wrongType(new byte[] {1}, "1", BigDecimal.ONE);
        table("BIT(63)").rows("1", "9223372036854775807").noRow(-1);
        table("YEAR")
                .rows("0000", "1901", "1970", "2000", "2024", "2155", "'0000'")
                .sent(0, 24, 70, 1901, 2155L, Year.of(2024), Year.of(0), (short) 2000)
                .noRow(1900, 2156, 100, -1, Year.of(1900))
                .wrongType("2024", Date.valueOf("2024-01-01"), LocalDate.of(2024, 1, 1));
    }
}
