// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.testkit.FakeHandlerSocket.Fault;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FakeHandlerSocketTest {
    private final FakeHandlerSocket fake = new FakeHandlerSocket("s");
    private RawConnection connection;

    @BeforeEach
    void open() throws IOException {
        fake.table("db", "t", 1, "id INT", "a TEXT", "b TEXT")
                .row(1, "one", "a\tb")
                .row(2, "zw\u00f6lf", "")
                .row(5, "five", "x");
        connection = opened();
    }

    @AfterEach
    void close() throws IOException {
        connection.close();
        fake.close();
    }

    private RawConnection opened() throws IOException {
        RawConnection opened = new RawConnection("127.0.0.1", fake.port());
        assertThat(opened.ask("A\t1\ts")).isEqualTo("0\t1");
        assertThat(opened.ask("P\t0\tdb\tt\tPRIMARY\tid,a,b")).isEqualTo("0\t1");
        return opened;
    }

    @Test
    void remembersWhatItWasAsked() throws IOException {
        assertThat(connection.ask("0\t=\t1\t1")).isEqualTo("0\t3\t1\tone\ta\u0001Ib");
        assertThat(connection.ask("nonsense")).isEqualTo("2\t1\tcmd");
        assertThat(fake.requests()).hasSize(4).endsWith("nonsense");
    }

    @Test
    void refusesTheRightSecretOnDemand() throws IOException {
        fake.refuseAuth(true);
        assertThat(connection.ask("A\t1\ts")).isEqualTo("3\t1\tunauth");
    }

    @Test
    void cutsInTheMiddleOfALine() throws IOException {
        fake.next(Fault.NONE, Fault.CUT, Fault.CLOSE);
        assertThat(connection.ask("0\t=\t1\t5")).isEqualTo("0\t3\t5\tfive\tx");
        assertThatThrownBy(() -> connection.ask("0\t=\t1\t5"))
                .isInstanceOf(EOFException.class)
                .hasMessage("after '0\t3\t5\t'");
        try (RawConnection next = opened()) {
            assertThatThrownBy(() -> next.ask("0\t=\t1\t5")).hasMessage("after ''");
        }
        assertThat(fake.accepted()).isEqualTo(2);
    }

    @Test
    void goesSilentForGoodOrForOneRequest() throws IOException {
        fake.next(Fault.SKIP, Fault.NONE, Fault.STALL);
        connection.send("0\t=\t1\t1\n0\t=\t1\t5\n0\t=\t1\t1\n0\t=\t1\t5\n");
        assertThat(connection.line()).isEqualTo("0\t3\t5\tfive\tx");
        assertThatThrownBy(() -> connection.timeout(200).line()).isInstanceOf(SocketTimeoutException.class);
    }

    @Test
    void answersTwiceWrongSlowlyOrWithAnError() throws IOException {
        fake.next(Fault.EXTRA, Fault.GARBAGE, Fault.DRIP, Fault.ERROR);
        assertThat(connection.ask("0\t=\t1\t5")).isEqualTo("0\t3\t5\tfive\tx");
        assertThat(connection.line()).isEqualTo("0\t3\t5\tfive\tx");
        assertThat(connection.ask("0\t=\t1\t5")).contains("an answer");
        assertThat(connection.ask("0\t=\t1\t5")).isEqualTo("0\t3\t5\tfive\tx");
        assertThat(connection.ask("0\t=\t1\t5")).isEqualTo("1\t1\tlock_tables");
        fake.otherwise(Fault.ERROR);
        assertThat(connection.ask("0\t=\t1\t5")).isEqualTo("1\t1\tlock_tables");
    }

    @Test
    void refusesConnectionsAndTakesThemAgainOnTheSamePort() throws IOException {
        fake.refuseConnections();
        assertThatThrownBy(connection::line).isInstanceOf(IOException.class);
        assertThatThrownBy(this::opened).isInstanceOf(ConnectException.class);
        fake.acceptConnections();
        try (RawConnection again = opened()) {
            assertThat(again.ask("0\t=\t1\t5")).isEqualTo("0\t3\t5\tfive\tx");
            fake.cutConnections();
            assertThatThrownBy(again::line).isInstanceOf(IOException.class);
        }
    }
}
