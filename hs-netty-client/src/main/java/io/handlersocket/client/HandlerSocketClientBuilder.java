// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import io.handlersocket.client.internal.DefaultClient;
import io.handlersocket.client.internal.concurrent.TimeSource;
import io.handlersocket.client.internal.control.ClientOptions;
import io.handlersocket.client.internal.control.Listeners;
import io.handlersocket.client.internal.transport.Tls;
import io.handlersocket.client.spi.ClientSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Collects the options of a client. Every option method returns this builder. It throws {@link NullPointerException}
 * for null and {@link IllegalArgumentException} for a value out of range; the message names the option. Not
 * thread-safe.
 */
// Longer than other classes, because each option is a method with its documentation.
public final class HandlerSocketClientBuilder {

    private String name = "hs";
    private @Nullable DataSource dataSource;
    private @Nullable String host;
    private int port;
    private @Nullable String secret;
    private @Nullable String unixSocket;
    private @Nullable String schema;
    private @Nullable Supplier<SSLContext> tls;
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
    private @Nullable Executor callbackExecutor;
    private final List<ClientListener> listeners = new ArrayList<>();

    HandlerSocketClientBuilder() {}

    /** Sets the client's name in the names of its threads and in log lines. Default {@code hs}. */
    public HandlerSocketClientBuilder name(String value) {
        name = given("name", value);
        return this;
    }

    /**
     * Sets the source of SQL connections. Over SQL the client reads the catalogue, host, port and secret. Once a second
     * it borrows a connection to check whether a session waits for a table and whether SQL reaches the same server.
     *
     * <p>Required, because only SQL can tell whether a table is safe to open.
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

    /** Sets the read port, 1 to 65535. Default: the server's variable {@code handlersocket_port}. */
    public HandlerSocketClientBuilder port(int value) {
        port = within("port", value, 1, 65535);
        return this;
    }

    /** Sets the secret of the read port. Default: read from the server over SQL, again after each restart. */
    public HandlerSocketClientBuilder secret(String value) {
        secret = given("secret", value);
        return this;
    }

    /** Sets the path of the unix-domain socket, used instead of host and port. Default: the server's path, if local. */
    public HandlerSocketClientBuilder unixSocket(String path) {
        if (!given("unixSocket", path).startsWith("/")) {
            throw new IllegalArgumentException("unixSocket: " + path + " (expected an absolute path)");
        }
        unixSocket = path;
        return this;
    }

    /** Sets the schema of {@link HandlerSocketClient#index(String)}. Default: the schema of the DataSource. */
    public HandlerSocketClientBuilder schema(String value) {
        schema = given("schema", value);
        return this;
    }

    /**
     * Encrypts the connections. HandlerSocket itself does not support TLS: put a terminator such as stunnel in front of
     * its port, and set {@link #host} and {@link #port} to the terminator. Its certificate must match the host.
     */
    public HandlerSocketClientBuilder tls(SSLContext context) {
        SSLContext fixed = given("tls", context);
        tls = () -> fixed;
        return this;
    }

    /**
     * Encrypts the connections as {@link #tls(SSLContext)} does, with certificates that can change while the client
     * runs. The client asks for the context once for each new connection. A connection keeps its context until it ends,
     * at the latest after {@link #maxAge}.
     *
     * @param context called by several threads; must not block. If it throws or returns null, the client does not
     *     connect, and tries again later
     */
    public HandlerSocketClientBuilder tls(Supplier<SSLContext> context) {
        tls = given("tls", context);
        return this;
    }

    /** Sets the protocols and cipher suites of {@link #tls}. Default: those of the context. */
    public HandlerSocketClientBuilder tlsParameters(SSLParameters value) {
        tlsParameters = given("tlsParameters", value);
        return this;
    }

    /** Accepts a certificate that does not match the host. Default: the client rejects it. */
    public HandlerSocketClientBuilder withoutTlsHostnameVerification() {
        tlsHostname = false;
        return this;
    }

    /** Sets the number of shared connections, 1 to 64. Default 4; use two to four per server worker. */
    public HandlerSocketClientBuilder connections(int value) {
        connections = within("connections", value, 1, 64);
        return this;
    }

    /**
     * Sets the maximum number of direct connections, 0 to 256. A blocking platform thread uses one during a lookup. The
     * client makes one when a caller finds none free, and closes it after 25 s without use. Close to the server,
     * finds use fewer, and callers that find most of these in use share one. Other callers beyond the maximum, virtual
     * threads and asynchronous lookups use the shared connections. Default 16.
     */
    public HandlerSocketClientBuilder maxDirectConnections(int value) {
        maxDirectConnections = within("maxDirectConnections", value, 0, 256);
        return this;
    }

    /** Sets how long connecting and authenticating may take; more than 0. Default 1 s. */
    public HandlerSocketClientBuilder connectTimeout(Duration value) {
        connectTimeout = duration("connectTimeout", value, false);
        return this;
    }

    /** Sets how long a lookup may take, including its time in the queue; more than 0. Default 500 ms. */
    public HandlerSocketClientBuilder requestTimeout(Duration value) {
        requestTimeout = duration("requestTimeout", value, false);
        return this;
    }

    /**
     * Sets the maximum age of a connection; zero means no limit. In the last quarter of this time, a new connection
     * with all indexes open replaces it, and no lookup fails. Checked once a second. Default 30 min.
     */
    public HandlerSocketClientBuilder maxAge(Duration value) {
        maxAge = duration("maxAge", value, true);
        return this;
    }

    /**
     * Sets the time without a lookup after which the client closes all connections and stops asking SQL, so that the
     * server releases the tables. The next lookup or {@link Index#tryOpen} makes it connect again; until then, lookups
     * fail with {@link UnavailableException.Reason#IDLE}. Default zero, which means never. Checked once a second.
     */
    public HandlerSocketClientBuilder idleTimeout(Duration value) {
        idleTimeout = duration("idleTimeout", value, true);
        return this;
    }

    /** Sets the duration from which a lookup becomes a Java Flight Recorder event; 0 or more. Default 100 ms. */
    public HandlerSocketClientBuilder slowLookup(Duration value) {
        slowLookup = duration("slowLookup", value, true);
        return this;
    }

    /** Sets the maximum number of requests in flight on one connection; more wait. 1 or more, default 1024. */
    public HandlerSocketClientBuilder maxInFlight(int value) {
        maxInFlight = within("maxInFlight", value, 1, Integer.MAX_VALUE);
        return this;
    }

    /** Sets the maximum number of requests queued on one connection; more fail at once. 1 or more, default 65,536. */
    public HandlerSocketClientBuilder maxWaiting(int value) {
        maxWaiting = within("maxWaiting", value, 1, Integer.MAX_VALUE);
        return this;
    }

    /** Sets the maximum bytes of a reply, 1024 or more; a longer one closes the connection. Default 64 MiB + 1 KiB. */
    public HandlerSocketClientBuilder maxLineBytes(int value) {
        maxLineBytes = within("maxLineBytes", value, 1024, Integer.MAX_VALUE);
        return this;
    }

    /** Sets the maximum number of open indexes, 1 to 256; one more closes the least recently used. Default 256. */
    public HandlerSocketClientBuilder maxOpenIndexes(int value) {
        maxOpenIndexes = within("maxOpenIndexes", value, 1, 256);
        return this;
    }

    /** Switches the DDL guard off. {@code ALTER TABLE} then waits as long as this client is connected. */
    public HandlerSocketClientBuilder withoutGuard() {
        guard = false;
        return this;
    }

    /** Sets whether to use untested server lines. Default {@code false}: the client uses only 10.11 and 11.8. */
    public HandlerSocketClientBuilder allowUntestedServer(boolean value) {
        allowUntestedServer = value;
        return this;
    }

    /**
     * Sets the executor of code that depends on a stage. The client's I/O thread runs what the executor rejects.
     * Default: the I/O thread, which such code must not block.
     */
    public HandlerSocketClientBuilder callbackExecutor(Executor value) {
        callbackExecutor = given("callbackExecutor", value);
        return this;
    }

    /** Adds a listener. The client calls all listeners in this order, even if one of them throws. */
    public HandlerSocketClientBuilder listener(ClientListener value) {
        listeners.add(given("listener", value));
        return this;
    }

    /**
     * Returns a new client, which connects in the background.
     *
     * @throws IllegalStateException if the DataSource is missing, or if {@link #tls} is set without the port of a
     *     terminator
     */
    public HandlerSocketClient build() {
        return new DefaultClient(options());
    }

    /**
     * Returns the options for an extension.
     *
     * @throws IllegalStateException as {@link #build()}
     */
    public ClientSettings settings() {
        return options();
    }

    private ClientOptions options() {
        if (dataSource == null) {
            throw new IllegalStateException("dataSource: not set (expected a javax.sql.DataSource of the server)");
        }
        if (tls != null && (port == 0 || unixSocket != null)) {
            throw new IllegalStateException("tls: no port (expected the port of a TLS terminator for the read port:"
                    + " HandlerSocket does not support TLS)");
        }
        Tls encryption = tls == null ? null : new Tls(tls, tlsParameters, tlsHostname);
        return new ClientOptions(
                name,
                dataSource,
                new ClientOptions.Address(host, port, secret, unixSocket, schema, encryption),
                new ClientOptions.Times(connectTimeout, requestTimeout, maxAge, idleTimeout),
                new ClientOptions.Sizes(
                        connections, maxDirectConnections, maxInFlight, maxWaiting, maxLineBytes, maxOpenIndexes),
                guard,
                allowUntestedServer,
                callbackExecutor,
                new Listeners(name, slowLookup, listeners),
                TimeSource.SYSTEM);
    }

    /** Returns the options with the secret masked. */
    @Override
    public String toString() {
        return "HandlerSocketClientBuilder[name=" + name + ", host=" + host + ", port=" + port + ", secret="
                + (secret == null ? null : "***") + ", unixSocket=" + unixSocket + ", schema=" + schema + ", tls="
                + (tls != null) + ", tlsHostnameVerification=" + tlsHostname + ", connections=" + connections
                + ", maxDirectConnections=" + maxDirectConnections
                + ", connectTimeout=" + connectTimeout + ", requestTimeout=" + requestTimeout + ", maxAge=" + maxAge
                + ", idleTimeout=" + idleTimeout + ", slowLookup=" + slowLookup + ", maxInFlight=" + maxInFlight
                + ", maxWaiting=" + maxWaiting + ", maxLineBytes=" + maxLineBytes + ", maxOpenIndexes="
                + maxOpenIndexes + ", guard=" + guard + ", allowUntestedServer=" + allowUntestedServer + ']';
    }

    private static <T> T given(String option, T value) {
        return Objects.requireNonNull(value, option + ": null (expected a value; for the default, do not set it)");
    }

    private static int within(String option, int value, int least, int most) {
        if (value < least || value > most) {
            String expected = most == Integer.MAX_VALUE ? least + " or more" : least + " to " + most;
            throw new IllegalArgumentException(option + ": " + value + " (expected " + expected + ")");
        }
        return value;
    }

    private static Duration duration(String option, Duration value, boolean mayBeZero) {
        if (given(option, value).isNegative() || (value.isZero() && !mayBeZero)) {
            throw new IllegalArgumentException(
                    option + ": " + value + (mayBeZero ? " (expected 0 or more)" : " (expected more than 0)"));
        }
        return value;
    }
}
