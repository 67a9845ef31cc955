// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import io.handlersocket.client.internal.DefaultClient;
import io.handlersocket.client.internal.control.ClientOptions;
import io.handlersocket.client.internal.control.FlightListener;
import io.handlersocket.client.internal.control.SafeListener;
import io.handlersocket.client.internal.transport.Tls;
import java.time.Duration;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Collects a client's options; each has the default its method names. Not safe for several threads at once. Long, because each is a
 * method with its documentation.
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
    private ClientListener listener = ClientListener.SILENT;

    HandlerSocketClientBuilder() {}

    /** Names threads and log lines. Default {@code hs}. */
    public HandlerSocketClientBuilder name(String value) {
        name = value;
        return this;
    }

    /**
     * Where SQL is asked: for the catalogue, for host, port and secret, and once a second whether a session waits for a table
     * and whether connections still reach the same server. Each time the client takes a connection and gives it back. Without a
     * DataSource only {@link #host}, {@link #port}
     * and {@link #withoutGuard()} together make a client, and that one refuses every index: what SQL was not asked about is not
     * opened.
     */
    public HandlerSocketClientBuilder dataSource(DataSource value) {
        dataSource = value;
        return this;
    }

    /** The server's host. Default: the host of the JDBC URL. */
    public HandlerSocketClientBuilder host(String value) {
        host = value;
        return this;
    }

    /** The read port. Default: what the server's variable {@code handlersocket_port} says. */
    public HandlerSocketClientBuilder port(int value) {
        if (value < 1 || value > 65535) {
            throw new IllegalArgumentException("port: " + value + " (expected 1 to 65535)");
        }
        port = value;
        return this;
    }

    /** The read port's secret. Default: asked from the server, again after each restart. */
    public HandlerSocketClientBuilder secret(String value) {
        secret = value;
        return this;
    }

    /**
     * The file of the unix-domain socket that the plugin listens on, instead of host and port. Default: what the server says, if
     * SQL goes to this machine and the file is there.
     */
    public HandlerSocketClientBuilder unixSocket(String path) {
        if (!path.startsWith("/")) {
            throw new IllegalArgumentException("unixSocket: " + path + " (expected an absolute path)");
        }
        unixSocket = path;
        return this;
    }

    /** The schema of {@link HandlerSocketClient#index(String)}. Default: the DataSource's. */
    public HandlerSocketClientBuilder schema(String value) {
        schema = value;
        return this;
    }

    /**
     * Encrypts the connections. HandlerSocket itself speaks no TLS: something in front of its port does, such as stunnel, and
     * {@link #host} and {@link #port} must name that. The certificate must be one for the host.
     */
    public HandlerSocketClientBuilder tls(SSLContext context) {
        tls = context;
        return this;
    }

    /** Protocols and cipher suites of {@link #tls}. Default: the context's own. */
    public HandlerSocketClientBuilder tlsParameters(SSLParameters value) {
        tlsParameters = value;
        return this;
    }

    /** Accepts a certificate that is for another host. Default: it is refused. */
    public HandlerSocketClientBuilder withoutTlsHostnameVerification() {
        tlsHostname = false;
        return this;
    }

    /** Connections that all threads share, 1 to 64. Default 4; two to four per server worker are plenty. */
    public HandlerSocketClientBuilder connections(int value) {
        if (value < 1 || value > 64) {
            throw new IllegalArgumentException("connections: " + value + " (expected 1 to 64)");
        }
        connections = value;
        return this;
    }

    /**
     * Connections that blocking platform threads have to themselves for the time of one lookup, 0 to 256. Default 16. They
     * are made when callers find none free, and closed after 25 s without use; callers beyond them, virtual threads and
     * asynchronous lookups share the others. 0 sends every lookup over the shared ones.
     */
    public HandlerSocketClientBuilder maxDirectConnections(int value) {
        if (value < 0 || value > 256) {
            throw new IllegalArgumentException("maxDirectConnections: " + value + " (expected 0 to 256)");
        }
        maxDirectConnections = value;
        return this;
    }

    /** How long connecting and authenticating may take. Default 1 s. */
    public HandlerSocketClientBuilder connectTimeout(Duration value) {
        connectTimeout = positive("connectTimeout", value);
        return this;
    }

    /** How long a lookup may take, waiting included. Default 500 ms. */
    public HandlerSocketClientBuilder requestTimeout(Duration value) {
        requestTimeout = positive("requestTimeout", value);
        return this;
    }

    /**
     * How old a connection may become: before that, at a time of its own in the last quarter, another takes its place, with
     * all indexes open, and no lookup fails. So connections find their way to a server's new address, and to workers that
     * were busy. Default 30 min; zero for never. Looked at once a second.
     */
    public HandlerSocketClientBuilder maxAge(Duration value) {
        maxAge = notNegative("maxAge", value);
        return this;
    }

    /**
     * After how long without any lookup all connections are closed, those to SQL too, so that the server lets go of the
     * tables. The next lookup, or asking an index whether it is open, makes the client connect again; until it has, lookups
     * fail with {@link UnavailableException.Reason#IDLE}. Default zero, never: the DDL guard lets DDL pass anyway, and a
     * client whose first lookup after a pause fails is not what its users expect. Looked at once a second.
     */
    public HandlerSocketClientBuilder idleTimeout(Duration value) {
        idleTimeout = notNegative("idleTimeout", value);
        return this;
    }

    /** What takes longer becomes an event of Java Flight Recorder, {@code io.handlersocket.SlowLookup}. Default 100 ms. */
    public HandlerSocketClientBuilder slowLookup(Duration value) {
        slowLookup = notNegative("slowLookup", value);
        return this;
    }

    /** Requests sent and not answered on one connection, at most; more wait. Default 1024. */
    public HandlerSocketClientBuilder maxInFlight(int value) {
        if (value < 1) {
            throw new IllegalArgumentException("maxInFlight: " + value + " (expected 1 or more)");
        }
        maxInFlight = value;
        return this;
    }

    /** Requests waiting to be sent on one connection, at most; more are rejected at once. Default 65,536. */
    public HandlerSocketClientBuilder maxWaiting(int value) {
        if (value < 1) {
            throw new IllegalArgumentException("maxWaiting: " + value + " (expected 1 or more)");
        }
        maxWaiting = value;
        return this;
    }

    /** Bytes of one reply, at most; a longer one closes the connection. Default 64 MiB and 1 KiB. */
    public HandlerSocketClientBuilder maxLineBytes(int value) {
        if (value < 1024) {
            throw new IllegalArgumentException("maxLineBytes: " + value + " (expected 1024 or more)");
        }
        maxLineBytes = value;
        return this;
    }

    /**
     * Indexes open at once, 1 to 256; the one not used for longest is closed for another, and opened again when it is looked up.
     * Default 256.
     */
    public HandlerSocketClientBuilder maxOpenIndexes(int value) {
        if (value < 1 || value > 256) {
            throw new IllegalArgumentException("maxOpenIndexes: " + value + " (expected 1 to 256)");
        }
        maxOpenIndexes = value;
        return this;
    }

    /**
     * Switches the DDL guard off. Then {@code ALTER TABLE} and its like wait for as long as this client is connected: only for
     * a server on which nobody changes tables.
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
     * Lets the client write, as {@link HandlerSocketClient#writes()} says. Default: it cannot. Read {@link Writes} first: what is
     * written so is in no binary log, and can be lost after it was acknowledged.
     */
    public HandlerSocketClientBuilder writes(WriteOptions value) {
        writes = value;
        return this;
    }

    /**
     * Runs stages that depend on what asynchronous methods return. Default: the I/O thread, which they must not block; that runs
     * them as well where the executor rejects them.
     */
    public HandlerSocketClientBuilder callbackExecutor(Executor value) {
        callbackExecutor = value;
        return this;
    }

    /** Hears what the client does. Default: nobody. */
    public HandlerSocketClientBuilder listener(ClientListener value) {
        listener = value == ClientListener.SILENT ? value : new SafeListener(value);
        return this;
    }

    /**
     * Makes the client, which connects in the background.
     *
     * @throws IllegalStateException if there is no DataSource, unless host, port and {@link #withoutGuard()} are given, or if
     *     there is TLS but no port of its own for it
     */
    public HandlerSocketClient build() {
        if (tls != null && (port == 0 || unixSocket != null)) {
            throw new IllegalStateException(
                    "tls: no port (expected that of the TLS terminator: HandlerSocket's own speaks" + " no TLS)");
        }
        if (dataSource == null && (guard || host == null || port == 0)) {
            throw new IllegalStateException("dataSource: none (expected the javax.sql.DataSource of the same server)");
        }
        if (tls != null && writes != null && writes.port() == 0) {
            throw new IllegalStateException(
                    "writes: no port (expected that of a TLS terminator in front of the write port, as there is TLS)");
        }
        return new DefaultClient(new ClientOptions(
                name,
                dataSource,
                host,
                port,
                secret,
                unixSocket,
                tls == null ? null : new Tls(tls, tlsParameters, tlsHostname),
                schema,
                connections,
                maxDirectConnections,
                connectTimeout,
                requestTimeout,
                maxAge,
                idleTimeout,
                slowLookup,
                maxInFlight,
                maxWaiting,
                maxLineBytes,
                maxOpenIndexes,
                guard,
                allowUntestedServer,
                writes,
                callbackExecutor,
                new FlightListener(name, listener)));
    }

    /** Every option that is text, and how it writes, if at all; of the secrets only whether there is one. */
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

    private static Duration notNegative(String name, Duration value) {
        if (value.isNegative()) {
            throw new IllegalArgumentException(name + ": " + value + " (expected 0 or more)");
        }
        return value;
    }

    private static Duration positive(String name, Duration value) {
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException(name + ": " + value + " (expected more than 0)");
        }
        return value;
    }
}
