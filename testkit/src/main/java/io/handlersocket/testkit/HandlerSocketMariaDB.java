// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import java.util.List;
import java.util.Locale;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * A MariaDB with the HandlerSocket plugin, wherever the tests run: an external server, a container, or a process.
 * Longer than other classes, because each option is a method with its documentation.
 *
 * <p>The property {@code handlersocket.test.server} (else the environment variable {@code HANDLERSOCKET_TEST_SERVER})
 * lists the strategies in the order they are tried: {@code external}, {@code docker}, {@code local}, {@code download};
 * the default is {@code external,docker,local}. As a JUnit extension it starts before all tests of the class and stops
 * after them:
 *
 * <pre>{@code
 * @RegisterExtension
 * static final HandlerSocketMariaDB db = new HandlerSocketMariaDB();
 * }</pre>
 *
 * <p>Options count from the next {@link #start()} on a stopped server. Ports of the container are 3306, 9998 (read)
 * and, with {@link #withWritePort}, 9999 (write) in every strategy; {@link #getMappedPort} gives the real ones.
 */
public final class HandlerSocketMariaDB extends AnywhereMariaDB
        implements BeforeAllCallback, AfterAllCallback, ParameterResolver {
    private static final String REPOSITORY = "mariadb:";
    private static final String IMAGE = REPOSITORY + "10.11";

    private int classes;

    /** Image {@value #IMAGE} where Docker is used, or that of the line that {@link #withLine} or the property names. */
    public HandlerSocketMariaDB() {
        this(imageOf(ServerVersion.configured()));
    }

    /**
     * Chooses another image; without Docker it makes no difference. The line of the image, if one is asked for, is not
     * looked at.
     *
     * @param image a MariaDB image with {@code handlersocket.so}
     */
    public HandlerSocketMariaDB(String image) {
        this(image, false);
    }

    private HandlerSocketMariaDB(String image, boolean shared) {
        super(image, shared);
    }

    /**
     * Returns one running server for all tests of this JVM, without a write port. {@link #stop} leaves it running; it
     * ends with the JVM.
     */
    public static HandlerSocketMariaDB shared() {
        Shared.SERVER.start();
        return Shared.SERVER;
    }

    private static final class Shared {
        static final HandlerSocketMariaDB SERVER = new HandlerSocketMariaDB(imageOf(ServerVersion.configured()), true);
    }

    private static String imageOf(@Nullable String line) {
        return line == null ? IMAGE : REPOSITORY + line;
    }

    /**
     * Wants a line of MariaDB, or one version of it; without this, the property {@code handlersocket.test.line} (else
     * the environment variable {@code HANDLERSOCKET_TEST_LINE}) says which, and without that any will do. Docker takes
     * the image of that name. A download takes the release of this machine's distribution that has it, with its
     * libraries. An installed or external server of another line is not used.
     *
     * @param line such as {@code 11.8}, or {@code 11.8.9}
     */
    public HandlerSocketMariaDB withLine(String line) {
        options.line = ServerVersion.checked(line, "line");
        image(imageOf(line));
        return this;
    }

    @Override
    public HandlerSocketMariaDB withDatabaseName(String name) {
        super.withDatabaseName(name);
        options.database = ServerOptions.checked(name);
        return this;
    }

    @Override
    public HandlerSocketMariaDB withUsername(String name) {
        super.withUsername(name);
        options.user = ServerOptions.checked(name);
        return this;
    }

    @Override
    public HandlerSocketMariaDB withPassword(String password) {
        super.withPassword(password);
        options.password = ServerOptions.checked(password);
        return this;
    }

    /**
     * Fixes the secrets; otherwise they are random and differ from start to start, as with the plugin itself.
     *
     * @param read of the read port; empty: none
     * @param write of the write port, if there is one; empty: none
     */
    public HandlerSocketMariaDB withSecrets(String read, String write) {
        options.fixSecrets(read, write);
        return this;
    }

    /**
     * Opens HandlerSocket's write port, with its own secret. A client that knows that secret can write every table of
     * the server, past privileges, triggers and the binary log. Without this option there is no such port.
     */
    public HandlerSocketMariaDB withWritePort() {
        options.writePort = true;
        return this;
    }

    /**
     * Sets the number of read workers (default 2). All connections of a worker share one thread.
     *
     * @param threads 1 to 3000
     */
    public HandlerSocketMariaDB withHandlerSocketThreads(int threads) {
        if (threads < 1 || threads > 3000) {
            throw new IllegalArgumentException("threads: " + threads + " (expected 1 to 3000)");
        }
        options.threads = threads;
        return this;
    }

    /**
     * Sets {@code TZ} of the server process (default UTC): HandlerSocket gives TIMESTAMP in this zone.
     *
     * @param zone such as {@code America/New_York}
     */
    public HandlerSocketMariaDB withTimeZone(String zone) {
        options.timeZone = zone;
        return this;
    }

    /**
     * Adds arguments of {@code mariadbd}; they win over the testkit's own. Everybody on the machine can read them.
     *
     * @param arguments such as {@code --innodb-buffer-pool-size=1G}
     */
    public HandlerSocketMariaDB withServerArguments(String... arguments) {
        options.arguments.addAll(List.of(arguments));
        return this;
    }

    /**
     * Loads a storage engine that is a plugin, and fetches its package where packages are fetched.
     *
     * @param name such as {@code rocksdb}: file {@code ha_rocksdb.so}, package {@code mariadb-plugin-rocksdb}
     */
    public HandlerSocketMariaDB withEngine(String name) {
        if (!name.matches("[a-z0-9_]+")) {
            throw new IllegalArgumentException("engine: " + name + " (expected lower-case letters, digits, _)");
        }
        options.engines.add(name.toLowerCase(Locale.ROOT));
        return this;
    }

    /**
     * Keeps the data between starts, in the testkit's cache folder, where the server is a process of this machine. In a
     * container they last as long as it does. If another server uses the data, this one starts with an empty database
     * and logs a WARN.
     *
     * @param name of the data: lower-case letters, digits and {@code -}
     */
    public HandlerSocketMariaDB withKeptData(String name) {
        if (!name.matches("[a-z0-9-]+")) {
            throw new IllegalArgumentException("data: " + name + " (expected lower-case letters, digits, -)");
        }
        options.keptData = name;
        return this;
    }

    /** Starts a server that knows nothing of HandlerSocket. */
    public HandlerSocketMariaDB withoutPlugin() {
        options.plugin = false;
        return this;
    }

    /** Loads the plugin but gives it no ports. */
    public HandlerSocketMariaDB withPluginNotListening() {
        options.listening = false;
        return this;
    }

    /**
     * Rules out external servers and Docker: needed for {@link #kill}, {@link #pause}, {@link #resume} and
     * {@link #restart}.
     */
    public HandlerSocketMariaDB withProcessControl() {
        options.processControl = true;
        return this;
    }

    /** Returns the port of HandlerSocket that only reads, on {@link #getHost()}. */
    public int readPort() {
        return getMappedPort(READ_PORT);
    }

    /**
     * Returns the port of HandlerSocket that reads and writes, on {@link #getHost()}.
     *
     * @throws IllegalStateException if the server has none: see {@link #withWritePort}
     */
    public int writePort() {
        requireWritePort();
        return getMappedPort(WRITE_PORT);
    }

    /** Returns the secret that the read port has since the last start; empty if it has none. */
    public String readSecret() {
        return started().endpoint().readSecret();
    }

    /**
     * Returns the secret that the write port has since the last start; empty if it has none.
     *
     * @throws IllegalStateException if the server has no write port: see {@link #withWritePort}
     */
    public String writeSecret() {
        requireWritePort();
        return started().endpoint().writeSecret();
    }

    private void requireWritePort() {
        if (started().endpoint().writePort() == 0) {
            throw new IllegalStateException("the server has no write port: use withWritePort()");
        }
    }

    /** Returns the application's account and database; it opens a new connection at each call. */
    public DataSource dataSource() {
        return new Sql(getJdbcUrl(), getUsername(), getPassword()).dataSource();
    }

    /**
     * Returns the account that may do everything, in the application's database, or of an external server the account
     * that was given. It opens a new connection at each call.
     */
    public DataSource rootDataSource() {
        return root().dataSource();
    }

    private Sql root() {
        return new Sql(getJdbcUrl(), started().external() == null ? "root" : getUsername(), options.rootPassword);
    }

    /** Returns the strategy, and the image or address where there is one, such as {@code docker mariadb:10.11}. */
    public String origin() {
        ServerSearch.Found found = started();
        return switch (found.strategy()) {
            case DOCKER -> found.strategy().word() + ' ' + getDockerImageName();
            case EXTERNAL -> found.strategy().word() + ' ' + found.endpoint().host();
            case LOCAL, DOWNLOAD -> found.strategy().word();
        };
    }

    /** Returns the password of {@code root}: random, unless the server is a container or external. */
    public String rootPassword() {
        return options.rootPassword;
    }

    /**
     * Runs statements as root, in the application's database, on one connection. A statement that waits for a metadata
     * lock fails after 60 s.
     *
     * @param statements one statement each
     * @throws IllegalStateException with the statement that failed
     */
    public void execute(String... statements) {
        root().execute(statements);
    }

    /** Returns the version of the HandlerSocket plugin, such as {@code 1.1}; empty if it is not loaded. */
    public String pluginVersion() {
        return root().value(
                        "SELECT PLUGIN_VERSION FROM information_schema.PLUGINS WHERE PLUGIN_NAME = 'handlersocket'");
    }

    /** Returns the global value of a setting; empty if the server has no such variable. */
    public String globalVariable(String name) {
        return root().variable(name);
    }

    /**
     * Returns the global value of a counter, such as {@code Handler_read_key}.
     *
     * @throws IllegalArgumentException if the server has no such counter
     */
    public long globalStatus(String name) {
        return root().status(name);
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        // Also called for each nested class, which uses the server of the outer one.
        classes++;
        start();
    }

    @Override
    public void afterAll(ExtensionContext context) {
        classes--;
        if (classes == 0) {
            stop();
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == HandlerSocketMariaDB.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return this;
    }
}
