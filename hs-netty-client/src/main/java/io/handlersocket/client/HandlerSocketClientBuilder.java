// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import io.handlersocket.client.internal.DefaultClient;
import io.handlersocket.client.internal.control.ClientOptions;
import io.handlersocket.client.internal.control.Listeners;
import io.handlersocket.client.internal.transport.Tls;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Collects a client's options. Every method returns this builder, and rejects null and values out of range with an
 * exception that names the option. Not safe for several threads at once. Longer than other classes, because each
 * option is a method with its documentation.
 *
 * @since 0.1
 */
public final class HandlerSocketClientBuilder {

    private String name = "hs";
    private @Nullable DataSource dataSource;
    private @Nullable String host;
    private int port;
    private @Nullable String secret;
    private @Nullable String unixSocket;
    private @Nullable String schema;
    private @Nullable SSLContext tls;
    private @Nullable SSLParameters tlsParameters;
    private boolean tlsHostname = true;
    private int connections = 4;
    private int maxDirectConnections = 16;
    private Duration connectTimeout = Duration.ofSeconds(1);
    private Duration requestTimeout = Duration.ofMillis(500);
    private Duration maxAge = Duration.ofMinutes(30);
    private Duration idleTimeout = Duration.ZERO;
    private Duration slowLookup = Duration.ofMillis(100);
    private int maxInFlight = 1024;
    private int maxWaiting = 65_536;
    private int maxLineBytes = 64 * 1024 * 1024 + 1024;
    private int maxOpenIndexes = 256;
    private boolean guard = true;
    private boolean allowUntestedServer;
    private @Nullable WriteOptions writes;
    private @Nullable Executor callbackExecutor;
    private final List<ClientListener> listeners = new ArrayList<>();

    HandlerSocketClientBuilder() {}

    /** Sets the client's name in threads and log lines. Default {@code hs}. */
    public HandlerSocketClientBuilder name(String value) {
        name = given("name", value);
        return this;
    }

    /**
     * Sets where SQL is asked: for the catalogue, for host, port and secret, and once a second whether a session waits
     * for a table and whether connections still reach the same server. The client takes a connection each time and
     * gives it back.
     *
     * <p>Without a DataSource, a client needs {@link #host}, {@link #port} and {@link #withoutGuard()}, and refuses
     * every index: SQL cannot be asked whether it is safe.
     */
    public HandlerSocketClientBuilder dataSource(DataSource value) {
        dataSource = given("dataSource", value);
        return this;
    }

    /** Sets the server's host. Default: the host of the JDBC URL. */
    public HandlerSocketClientBuilder host(String value) {
        host = given("host", value);
        return this;
    }

    /** Sets the read port. Default: the server's variable {@code handlersocket_port}. */
    public HandlerSocketClientBuilder port(int value) {
        port = within("port", value, 1, 65535);
        return this;
    }

    /** Sets the read port's secret. Default: the server is asked, again after each restart. */
    public HandlerSocketClientBuilder secret(String value) {
        secret = given("secret", value);
        return this;
    }

    /**
     * Sets the file of the unix-domain socket on which the plugin listens, instead of host and port. Default: the
     * server is asked, and its file used if SQL goes to this machine and the file exists.
     */
    public HandlerSocketClientBuilder unixSocket(String path) {
        if (!given("unixSocket", path).startsWith("/")) {
            throw new IllegalArgumentException("unixSocket: " + path + " (expected an absolute path)");
        }
        unixSocket = path;
        return this;
    }

    /** Sets the schema of {@link HandlerSocketClient#index(String)}. Default: the DataSource's schema. */
    public HandlerSocketClientBuilder schema(String value) {
        schema = given("schema", value);
        return this;
    }

    /**
     * Encrypts the connections. HandlerSocket itself does not support TLS: put a terminator such as stunnel in front of
     * its port, and set {@link #host} and {@link #port} to the terminator. The certificate must be one for the host.
     */
    public HandlerSocketClientBuilder tls(SSLContext context) {
        tls = given("tls", context);
        return this;
    }

    /** Sets protocols and cipher suites of {@link #tls}. Default: the context's own. */
    public HandlerSocketClientBuilder tlsParameters(SSLParameters value) {
        tlsParameters = given("tlsParameters", value);
        return this;
    }

    /** Accepts a certificate for another host. Default: it is rejected. */
    public HandlerSocketClientBuilder withoutTlsHostnameVerification() {
        tlsHostname = false;
        return this;
    }

    /** Sets the number of connections that all threads share, 1 to 64. Default 4; use two to four per server worker. */
    public HandlerSocketClientBuilder connections(int value) {
        connections = within("connections", value, 1, 64);
        return this;
    }

    /**
     * Sets the number of dedicated connections, 0 to 256. A blocking platform thread has one to itself during a lookup.
     * The client makes them when callers find none free, and closes them after 25 s without use. Further callers,
     * virtual threads and asynchronous lookups use the shared connections. Default 16; 0 sends every lookup over the
     * shared ones.
     */
    public HandlerSocketClientBuilder maxDirectConnections(int value) {
        maxDirectConnections = within("maxDirectConnections", value, 0, 256);
        return this;
    }

    /** Sets how long connecting and authenticating may take. Default 1 s. */
    public HandlerSocketClientBuilder connectTimeout(Duration value) {
        connectTimeout = positive("connectTimeout", value);
        return this;
    }

    /** Sets how long a lookup may take, waiting included; see also {@link Index#withTimeout}. Default 500 ms. */
    public HandlerSocketClientBuilder requestTimeout(Duration value) {
        requestTimeout = positive("requestTimeout", value);
        return this;
    }

    /**
     * Sets how old a connection may become. In the last quarter of this time, a new connection with all indexes open
     * replaces it, and no lookup fails. So connections move to a server's new address and to other workers. Default 30
     * min; zero for never. Checked once a second.
     */
    public HandlerSocketClientBuilder maxAge(Duration value) {
        maxAge = notNegative("maxAge", value);
        return this;
    }

    /**
     * Sets after how long without a lookup the client closes all connections, those to SQL too, so that the server
     * releases the tables. The next lookup or {@link Index#isOpen} makes it connect again; until then, lookups fail
     * with {@link UnavailableException.Reason#IDLE}. Default zero, for never: the DDL guard lets DDL pass anyway.
     * Checked once a second.
     */
    public HandlerSocketClientBuilder idleTimeout(Duration value) {
        idleTimeout = notNegative("idleTimeout", value);
        return this;
    }

    /**
     * Sets from how long a lookup becomes the event {@code io.handlersocket.SlowLookup} of Java Flight Recorder.
     * Default 100 ms.
     */
    public HandlerSocketClientBuilder slowLookup(Duration value) {
        slowLookup = notNegative("slowLookup", value);
        return this;
    }

    /** Sets the most requests in flight on one connection; more wait. Default 1024. */
    public HandlerSocketClientBuilder maxInFlight(int value) {
        maxInFlight = within("maxInFlight", value, 1, Integer.MAX_VALUE);
        return this;
    }

    /** Sets the most requests that wait to be sent on one connection; more are rejected at once. Default 65,536. */
    public HandlerSocketClientBuilder maxWaiting(int value) {
        maxWaiting = within("maxWaiting", value, 1, Integer.MAX_VALUE);
        return this;
    }

    /** Sets the most bytes of one reply, 1024 or more; a longer one closes the connection. Default 64 MiB and 1 KiB. */
    public HandlerSocketClientBuilder maxLineBytes(int value) {
        maxLineBytes = within("maxLineBytes", value, 1024, Integer.MAX_VALUE);
        return this;
    }

    /**
     * Sets the most indexes open at once, 1 to 256. One more closes the least recently used, which is opened again when
     * it is looked up. Default 256.
     */
    public HandlerSocketClientBuilder maxOpenIndexes(int value) {
        maxOpenIndexes = within("maxOpenIndexes", value, 1, 256);
        return this;
    }

    /**
     * Switches the DDL guard off. {@code ALTER TABLE} and similar statements then wait as long as this client is
     * connected: only for a server whose tables never change.
     */
    public HandlerSocketClientBuilder withoutGuard() {
        guard = false;
        return this;
    }

    /** Uses server lines that this client is not tested with. Default: only 10.11 and 11.8. */
    public HandlerSocketClientBuilder allowUntestedServer(boolean value) {
        allowUntestedServer = value;
        return this;
    }

    /**
     * Lets the client write; see {@link HandlerSocketClient#writes()}. Default: it cannot. Read {@link Writes} first:
     * these writes are in no binary log, and one can be lost after it was acknowledged.
     */
    public HandlerSocketClientBuilder writes(WriteOptions value) {
        writes = given("writes", value);
        return this;
    }

    /**
     * Sets what runs stages that depend on what asynchronous methods return. Default: the I/O thread, which they must
     * not block. The I/O thread also runs the stages that the executor rejects.
     */
    public HandlerSocketClientBuilder callbackExecutor(Executor value) {
        callbackExecutor = given("callbackExecutor", value);
        return this;
    }

    /**
     * Adds a listener. All listeners hear every event, in the order in which they were added; one that throws does not
     * keep the event from the others.
     */
    public HandlerSocketClientBuilder listener(ClientListener value) {
        listeners.add(given("listener", value));
        return this;
    }

    /**
     * Makes the client, which connects in the background.
     *
     * @throws IllegalStateException if there is no DataSource, unless host, port and {@link #withoutGuard()} are set;
     *     or if {@link #tls} is set and the port of its terminator is not
     */
    public HandlerSocketClient build() {
        if (tls != null && (port == 0 || unixSocket != null)) {
            throw new IllegalStateException(
                    "tls: no port (expected that of the TLS terminator: HandlerSocket's own speaks no TLS)");
        }
        if (dataSource == null && (guard || host == null || port == 0)) {
            throw new IllegalStateException("dataSource: none (expected the javax.sql.DataSource of the same server)");
        }
        if (tls != null && writes != null && writes.port() == 0) {
            throw new IllegalStateException(
                    "writes: no port (expected that of a TLS terminator in front of the write port, as there is TLS)");
        }
        Tls encryption = tls == null ? null : new Tls(tls, tlsParameters, tlsHostname);
        return new DefaultClient(new ClientOptions(
                name,
                dataSource,
                new ClientOptions.Address(host, port, secret, unixSocket, schema, encryption),
                new ClientOptions.Times(connectTimeout, requestTimeout, maxAge, idleTimeout, slowLookup),
                new ClientOptions.Sizes(
                        connections, maxDirectConnections, maxInFlight, maxWaiting, maxLineBytes, maxOpenIndexes),
                guard,
                allowUntestedServer,
                writes,
                callbackExecutor,
                new Listeners(name, listeners)));
    }

    /** Returns all options that are text, and whether there is a secret. */
    @Override
    public String toString() {
        return "HandlerSocketClientBuilder[name=" + name + ", host=" + host + ", port=" + port + ", secret="
                + (secret == null ? null : "***") + ", unixSocket=" + unixSocket + ", schema=" + schema + ", tls="
                + (tls != null) + ", tlsHostnameVerification=" + tlsHostname + ", connections=" + connections
                + ", maxDirectConnections=" + maxDirectConnections + ", connectTimeout=" + connectTimeout
                + ", requestTimeout=" + requestTimeout + ", maxAge=" + maxAge + ", idleTimeout=" + idleTimeout
                + ", slowLookup=" + slowLookup + ", maxInFlight=" + maxInFlight + ", maxWaiting=" + maxWaiting
                + ", maxLineBytes=" + maxLineBytes
                + ", maxOpenIndexes=" + maxOpenIndexes + ", guard=" + guard + ", allowUntestedServer="
                + allowUntestedServer + ", writes=" + writes + ']';
    }

    private static <T> T given(String option, T value) {
        return Objects.requireNonNull(value, option + ": null (expected a value; for the default, do not set it)");
    }

    private static int within(String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(option + ": " + value + " (expected " + least
                    + (most == Integer.MAX_VALUE ? " or more)" : " to " + most + ")"));
        }
        return value;
    }

    private static Duration notNegative(String option, Duration value) {
        if (given(option, value).isNegative()) {
            throw new IllegalArgumentException(option + ": " + value + " (expected 0 or more)");
        }
        return value;
    }

    private static Duration positive(String option, Duration value) {
        if (given(option, value).isNegative() || value.isZero()) {
            throw new IllegalArgumentException(option + ": " + value + " (expected more than 0)");
        }
        return value;
    }
}
