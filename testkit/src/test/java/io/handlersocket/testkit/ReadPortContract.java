// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What the read port answers, byte for byte. Run against the real server and against the fake. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ReadPortContract {

    private static final String TEXT = " VARCHAR(20) COLLATE utf8mb4_nopad_bin";

    private RawConnection connection;

    abstract ContractServer server();

    final void createTables() {
        server().create(new ContractServer.Table(
                "item",
                1,
                List.of("id INT NOT NULL", "name" + TEXT + " NULL", "n INT NULL"),
                List.of(
                        Arrays.asList(-7, "minus", 10),
                        Arrays.asList(1, "one", 10),
                        Arrays.asList(2, "", 20),
                        Arrays.asList(3, null, 20),
                        Arrays.asList(10, "zehn \u00df", null),
                        Arrays.asList(2147483647, "a\tb\nc\u0000d\u0001e\u000ff\u0010\\", 30))));
        server().create(new ContractServer.Table(
                "word",
                1,
                List.of("w" + TEXT + " NOT NULL", "n INT NULL"),
                List.of(
                        Arrays.asList("", 0),
                        Arrays.asList("A", 1),
                        Arrays.asList("a", 2),
                        Arrays.asList("a ", 3),
                        Arrays.asList("ab", 4),
                        Arrays.asList("\u00e9", 5),
                        Arrays.asList("x\ty", 6))));
        server().create(new ContractServer.Table(
                "pair",
                2,
                List.of("a INT NOT NULL", "b" + TEXT + " NOT NULL", "n INT NULL"),
                List.of(
                        Arrays.asList(1, "x", 11),
                        Arrays.asList(1, "y", 12),
                        Arrays.asList(2, "x", 21),
                        Arrays.asList(2, "y", null),
                        Arrays.asList(3, "x", 31))));
    }

    @BeforeEach
    void connect() throws IOException {
        connection = server().connect();
    }

    @AfterEach
    void close() throws IOException {
        connection.close();
    }

    private void expect(String request, String answer) throws IOException {
        assertThat(connection.ask(request)).as(request).isEqualTo(answer);
    }

    private void open() throws IOException {
        expect("A\t1\t" + ContractServer.SECRET, "0\t1");
        expect("P\t0\ttest\titem\tPRIMARY\tid,name,n\tn,name,id", "0\t1");
        expect("P\t1\ttest\tword\tPRIMARY\tw,n\tw", "0\t1");
        expect("P\t2\ttest\tpair\tPRIMARY\ta,b,n\ta", "0\t1");
    }

    @Test
    void answersNobodyWhoDoesNotKnowTheSecret() throws IOException {
        expect("P\t0\ttest\titem\tPRIMARY\tid", "3\t1\tunauth");
        expect("0\t=\t1\t1", "3\t1\tunauth");
        expect("A\t1\twrong", "3\t1\tunauth");
        expect("A\t1\t", "3\t1\tunauth");
        expect("A\t2\t" + ContractServer.SECRET, "3\t1\tauthtype");
        expect("A", "3\t1\tauthtype");
        expect("0\t=\t1\t1", "3\t1\tunauth");
        expect("A\t1\t" + ContractServer.SECRET, "0\t1");
        expect("P\t0\ttest\titem\tPRIMARY\tid", "0\t1");
        expect("0\t=\t1\t1", "0\t1\t1");
        expect("A\t1\twrong", "3\t1\tunauth");
        expect("0\t=\t1\t1", "3\t1\tunauth");
        expect("A\t1\t" + ContractServer.SECRET, "0\t1");
        expect("0\t=\t1\t1", "0\t1\t1");
    }

    @Test
    void opensWhatThereIsAndKeepsItWhenAnotherOpenFails() throws IOException {
        expect("A\t1\t" + ContractServer.SECRET, "0\t1");
        expect("P\t0\ttest\titem\tPRIMARY\tid,n", "0\t1");
        expect("P\t0\ttest\tnope\tPRIMARY\tid", "1\t1\topen_table");
        expect("P\t0\tnope\titem\tPRIMARY\tid", "1\t1\topen_table");
        expect("P\t0\ttest\titem\tnope\tid", "2\t1\tidxnum");
        expect("P\t0\ttest\titem\tprimary\tid", "2\t1\tidxnum");
        expect("P\t0\ttest\titem\tPRIMARY\tid,nope", "2\t1\tfld");
        expect("P\t0\ttest\titem\tPRIMARY\tid,N", "2\t1\tfld");
        expect("P\t0\ttest\titem\tPRIMARY\tid\tnope", "2\t1\tfld");
        expect("0\t=\t1\t1", "0\t2\t1\t10");
        expect("P\t0\ttest\tword\t0\tn,w,n", "0\t1");
        expect("0\t=\t1\ta", "0\t3\t2\ta\t2");
        expect("P\t0\ttest\titem\t\tid", "0\t1");
        expect("0\t=\t1\t1", "0\t1\t1");
        expect("P\t3\ttest\titem\tPRIMARY\t", "0\t1");
        expect("3\t=\t1\t1", "0\t0");
    }

    @Test
    void namesWhatIsWrongWithARequest() throws IOException {
        open();
        expect("9\t=\t1\t1", "2\t1\tstmtnum");
        expect("0\t!=\t1\t1", "2\t1\top");
        expect("0\t==\t1\t1", "2\t1\top");
        expect("0\t\t1\t1", "2\t1\top");
        expect("0", "2\t1\top");
        expect("0\tS\t1\t1", "2\t1\tnotimpl");
        expect("0\t=\t0", "2\t1\tklen");
        expect("0\t=", "2\t1\tklen");
        expect("0\t=\t2\t1\t2", "2\t1\tkpnum");
        if (server().countsValues()) {
            expect("0\t=\t33\t1", "2\t1\tfldnum");
        }
        expect("0\t=\t1\t1\t1\t0\tF\t=\t3\t1", "2\t1\tfilterfld");
        expect("0\t=\t1\t1\t1\t0\t@\t0\t0", "2\t1\tinvalueslen");
        expect("", "2\t1\tcmd");
        expect("\t", "2\t1\tcmd");
        expect("nonsense", "2\t1\tcmd");
        expect(" 0\t=\t1\t1", "2\t1\tcmd");
        expect("P0\ttest", "2\t1\tcmd");
        expect("p\t0", "2\t1\tcmd");
        expect("0\t=\t1\t1", "0\t3\t1\tone\t10");
    }

    @Test
    void changesNothing() throws IOException {
        open();
        expect("0\t+\t3\t6\tsix\t60", "2\t1\treadonly");
        expect("0\t=\t1\t1\t1\t0\tU\t1\tx\t1", "2\t1\treadonly");
        expect("0\t=\t1\t1\t1\t0\tD", "2\t1\treadonly");
        expect("0\t=\t1\t1\t1\t0\t+\t0\t\t1", "2\t1\treadonly");
        expect("0\t=\t1\t1\t1\t0\tjunk", "2\t1\treadonly");
        expect("0\t=\t1\t1", "0\t3\t1\tone\t10");
        expect("0\t=\t1\t6", "0\t3");
    }

    @Test
    void comparesNumbersEveryWay() throws IOException {
        open();
        expect("0\t=\t1\t-7", "0\t3\t-7\tminus\t10");
        expect("0\t=\t1\t4", "0\t3");
        expect("0\t=\t1\t1\t9\t0", "0\t3\t1\tone\t10");
        expect("0\t>\t1\t1\t2\t0", "0\t3\t2\t\t20\t3\t\u0000\t20");
        expect("0\t>=\t1\t1\t2\t0", "0\t3\t1\tone\t10\t2\t\t20");
        expect("0\t>=\t1\t4", "0\t3\t10\tzehn \u00c3\u009f\t\u0000");
        expect("0\t<\t1\t2\t9\t0", "0\t3\t1\tone\t10\t-7\tminus\t10");
        expect("0\t<=\t1\t2\t2\t0", "0\t3\t2\t\t20\t1\tone\t10");
        expect("0\t>\t1\t2147483647\t9\t0", "0\t3");
        expect("0\t<\t1\t-7\t9\t0", "0\t3");
    }

    @Test
    void comparesTextEveryWay() throws IOException {
        open();
        expect("1\t=\t1\ta", "0\t2\ta\t2");
        expect("1\t=\t1\tA", "0\t2\tA\t1");
        expect("1\t=\t1\ta ", "0\t2\ta \t3");
        expect("1\t=\t1\ta  ", "0\t2");
        expect("1\t=\t1\t", "0\t2\t\t0");
        expect("1\t=\t1\tx\u0001Iy", "0\t2\tx\u0001Iy\t6");
        expect("1\t=\t1\t\u00c3\u00a9", "0\t2\t\u00c3\u00a9\t5");
        expect("1\t>\t1\ta\t2\t0", "0\t2\ta \t3\tab\t4");
        expect("1\t>=\t1\tb\t9\t0", "0\t2\tx\u0001Iy\t6\t\u00c3\u00a9\t5");
        expect("1\t<\t1\ta\t9\t0", "0\t2\tA\t1\t\t0");
        expect("1\t<=\t1\tB\t1\t0", "0\t2\tA\t1");
    }

    @Test
    void escapesWhatWouldEndATokenAndTakesItEscaped() throws IOException {
        open();
        expect("0\t=\t1\t2147483647", "0\t3\t2147483647\ta\u0001Ib\u0001Jc\u0001@d\u0001Ae\u0001Of\u0010\\\t30");
        expect("0\t=\t1\t2147483647\r", "0\t3\t2147483647\ta\u0001Ib\u0001Jc\u0001@d\u0001Ae\u0001Of\u0010\\\t30");
        expect(
                "0\t>=\t1\t1\t9\t0\tF\t=\t1\ta\u0001Ib\u0001Jc\u0001@d\u0001Ae\u0001Of\u0010\\",
                "0\t3\t2147483647\ta\u0001Ib\u0001Jc\u0001@d\u0001Ae\u0001Of\u0010\\\t30");
    }

    @Test
    void takesLeadingPartsOfAKey() throws IOException {
        open();
        expect("2\t=\t2\t1\ty", "0\t3\t1\ty\t12");
        expect("2\t=\t1\t2\t9\t0", "0\t3\t2\tx\t21\t2\ty\t\u0000");
        expect("2\t=\t1\t2", "0\t3\t2\tx\t21");
        expect("2\t>\t1\t1\t9\t0", "0\t3\t2\tx\t21\t2\ty\t\u0000\t3\tx\t31");
        expect("2\t>=\t2\t1\ty\t2\t0", "0\t3\t1\ty\t12\t2\tx\t21");
        expect("2\t>\t2\t1\ty\t2\t0", "0\t3\t2\tx\t21\t2\ty\t\u0000");
        expect("2\t<\t2\t2\ty\t2\t0", "0\t3\t2\tx\t21\t1\ty\t12");
        expect("2\t<=\t1\t2\t9\t0", "0\t3\t2\ty\t\u0000\t2\tx\t21\t1\ty\t12\t1\tx\t11");
        expect("2\t<\t1\t2\t9\t0", "0\t3\t1\ty\t12\t1\tx\t11");
        expect("2\t>=\t2\t2\tx\t9\t0\tW\t=\t0\t2", "0\t3\t2\tx\t21\t2\ty\t\u0000");
    }

    @Test
    void limitsAndPassesOver() throws IOException {
        open();
        expect("0\t>=\t1\t1", "0\t3\t1\tone\t10");
        expect("0\t>=\t1\t1\t0\t0", "0\t3\t1\tone\t10");
        expect("0\t>=\t1\t1\t2", "0\t3\t1\tone\t10\t2\t\t20");
        expect("0\t>=\t1\t1\t1\t1", "0\t3\t2\t\t20");
        expect(
                "0\t>=\t1\t1\t2\t3",
                "0\t3\t10\tzehn \u00c3\u009f\t\u0000\t2147483647"
                        + "\ta\u0001Ib\u0001Jc\u0001@d\u0001Ae\u0001Of\u0010\\\t30");
        expect("0\t>=\t1\t1\t9\t9", "0\t3");
        expect("0\t=\t1\t1\t1\t1", "0\t3");
    }

    @Test
    void looksForSeveralValuesInTheirOrder() throws IOException {
        open();
        expect("0\t=\t1\t\t9\t0\t@\t0\t3\t3\t4\t1", "0\t3\t3\t\u0000\t20\t1\tone\t10");
        expect("0\t=\t1\t\t9\t0\t@\t0\t3\t1\t1\t1", "0\t3\t1\tone\t10\t1\tone\t10\t1\tone\t10");
        expect("0\t=\t1\t\t2\t0\t@\t0\t3\t3\t2\t1", "0\t3\t3\t\u0000\t20\t2\t\t20");
        expect("0\t=\t1\t\t9\t1\t@\t0\t3\t3\t2\t1", "0\t3\t2\t\t20\t1\tone\t10");
        expect("0\t=\t1\t1\t9\t0\t@\t5\t2\t2\t3", "0\t3\t1\tone\t10\t1\tone\t10");
        expect("0\t>\t1\t\t9\t0\t@\t0\t2\t1\t2", "0\t3\t2\t\t20\t3\t\u0000\t20");
        expect("1\t=\t1\t\t9\t0\t@\t0\t3\tab\t\tA", "0\t2\tab\t4\t\t0\tA\t1");
        expect("2\t=\t2\t1\t\t9\t0\t@\t1\t2\ty\tx", "0\t3\t1\ty\t12\t1\tx\t11");
        expect("2\t=\t1\t\t9\t0\t@\t0\t2\t2\t1", "0\t3\t2\tx\t21\t1\tx\t11");
        expect("0\t=\t1\t\t9\t0\t@\t0\t3\t1\t2\t3\tF\t=\t0\t20", "0\t3\t2\t\t20\t3\t\u0000\t20");
    }

    @Test
    void passesOverRowsOrEndsByConditions() throws IOException {
        open();
        expect("0\t>=\t1\t-7\t9\t0\tF\t=\t0\t20", "0\t3\t2\t\t20\t3\t\u0000\t20");
        expect("0\t>=\t1\t-7\t9\t0\tW\t<\t0\t20", "0\t3\t-7\tminus\t10\t1\tone\t10");
        expect("0\t>=\t1\t1\t9\t0\tW\t<=\t2\t3", "0\t3\t1\tone\t10\t2\t\t20\t3\t\u0000\t20");
        expect("0\t>=\t1\t-7\t9\t0\tF\t=\t1\t\u0000", "0\t3\t3\t\u0000\t20");
        expect("0\t>=\t1\t2\t2\t0\tF\t!=\t1\t\u0000", "0\t3\t2\t\t20\t10\tzehn \u00c3\u009f\t\u0000");
        expect("0\t>=\t1\t-7\t9\t0\tF\t=\t1\t", "0\t3\t2\t\t20");
        expect("0\t>=\t1\t-7\t9\t0\tF\t<\t0\t20", "0\t3\t-7\tminus\t10\t1\tone\t10\t10\tzehn \u00c3\u009f\t\u0000");
        expect("0\t>=\t1\t-7\t9\t0\tF\t>\t0\t10\tF\t=\t1\t", "0\t3\t2\t\t20");
        expect("0\t>=\t1\t-7\t1\t1\tF\t=\t0\t20", "0\t3\t3\t\u0000\t20");
        expect("0\t>=\t1\t1\t9\t0\tF\t=\t0\t10\tW\t<\t2\t3", "0\t3\t1\tone\t10");
        expect("1\t>=\t1\ta\t9\t0\tW\t<\t0\tb", "0\t2\ta\t2\ta \t3\tab\t4");
        expect("0\t<=\t1\t3\t9\t0\tW\t>\t2\t1", "0\t3\t3\t\u0000\t20\t2\t\t20");
    }

    @Test
    void answersSeveralRequestsOfOnePacketInTheirOrder() throws IOException {
        open();
        connection.send(
                "0\t=\t1\t1\n0\t!=\t1\t1\n1\t=\t1\ta\nnonsense\n0\t=\t1\t4\nP\t5\ttest\titem\t\tid\n5\t=\t1\t2\n");
        for (String answer :
                List.of("0\t3\t1\tone\t10", "2\t1\top", "0\t2\ta\t2", "2\t1\tcmd", "0\t3", "0\t1", "0\t1\t2")) {
            assertThat(connection.line()).isEqualTo(answer);
        }
    }

    @Test
    void answersALineThatComesByteByByte() throws IOException {
        open();
        for (String each : "0\t=\t1\t2\n".split("", -1)) {
            connection.send(each);
        }
        assertThat(connection.line()).isEqualTo("0\t3\t2\t\t20");
    }
}
