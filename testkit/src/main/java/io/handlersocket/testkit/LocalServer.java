// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A {@code mariadbd} process with a folder of its own. Folder, ports and data stay until {@link #close}, kept data
 * longer. Longer than other classes: the steps of one start, its configuration and its retries belong together.
 */
final class LocalServer {
    private static final Logger LOG = LoggerFactory.getLogger(HandlerSocketMariaDB.class);
    private static final String HOST = "127.0.0.1";
    private static final long START_SECONDS = 60;
    private static final long PORT_SECONDS = 5;
    private static final long STOP_SECONDS = 10;

    private final ServerBinaries binaries;
    private final ServerOptions options;
    private final Path folder;
    private final Watchdog watchdog;
    private final @Nullable KeptData kept;
    private Endpoint endpoint;
    private @Nullable Process process;
    private boolean paused;

    private LocalServer(
            ServerBinaries binaries, ServerOptions options, Path folder, @Nullable KeptData kept, Endpoint endpoint)
            throws IOException {
        this.binaries = binaries;
        this.options = options;
        this.folder = folder;
        this.kept = kept;
        this.endpoint = endpoint;
        this.watchdog = Watchdog.over(folder);
    }

    static LocalServer start(ServerBinaries binaries, ServerOptions options, BinaryCache cache)
            throws IOException, UnavailableException {
        for (int attempt = 1; ; attempt++) {
            KeptData kept = kept(options, binaries, cache);
            Path folder = Files.createTempDirectory("hs-mariadb-").toRealPath();
            LocalServer server = new LocalServer(binaries, options, folder, kept, newEndpoint(options));
            try {
                if (options.galera != null && !options.galera.isFounder()) {
                    Folders.createPrivately(server.data());
                } else if (kept == null) {
                    DataDirectory.create(server.data(), binaries, cache);
                }
                ServerFiles.writeAccounts(folder, options);
                ServerTls.write(folder);
                server.launch();
                return server;
            } catch (PortTakenException e) {
                server.close();
                if (attempt == 3) {
                    throw new UnavailableException(String.valueOf(e.getMessage()));
                }
            } catch (IOException | UnavailableException | RuntimeException e) {
                server.close();
                throw e;
            }
        }
    }

    private static @Nullable KeptData kept(ServerOptions options, ServerBinaries binaries, BinaryCache cache)
            throws IOException, UnavailableException {
        if (options.keptData == null) {
            return null;
        }
        KeptData kept = KeptData.open(options.keptData, binaries, cache);
        if (kept == null) {
            LOG.warn(
                    "Another server uses the data '{}'; this one begins with an empty database, which ends with it",
                    options.keptData);
        }
        return kept;
    }

    private static Endpoint newEndpoint(ServerOptions options) {
        int[] ports = FreePorts.find(3);
        return options.listens()
                ? listening(options, ports[0], ports[1], options.writePort ? ports[2] : 0)
                : new Endpoint(HOST, ports[0], 0, 0, "", "");
    }

    private static Endpoint listening(ServerOptions options, int sqlPort, int readPort, int writePort) {
        return new Endpoint(
                HOST,
                sqlPort,
                readPort,
                writePort,
                options.newReadSecret(),
                writePort == 0 ? "" : options.newWriteSecret());
    }

    Endpoint endpoint() {
        return endpoint;
    }

    Path folder() {
        return folder;
    }

    /** In the server's own folder, which ends with it, unless the data are kept. */
    private Path data() {
        return kept == null ? folder.resolve("data") : kept.folder();
    }

    /** Of the running server. */
    long pid() {
        return running().pid();
    }

    boolean isRunning() {
        return process != null && process.isAlive();
    }

    boolean isPaused() {
        return paused;
    }

    void newSecrets() {
        endpoint = listening(options, endpoint.sqlPort(), endpoint.readPort(), endpoint.writePort());
    }

    /** Returns when SQL and HandlerSocket answer. */
    void launch() throws IOException, UnavailableException {
        ServerFiles.writeConfiguration(folder, data(), binaries, options, endpoint);
        List<String> command = new ArrayList<>(binaries.command("--defaults-file=" + folder.resolve("my.cnf")));
        command.addAll(options.arguments);
        Map<String, String> environment = binaries.environment();
        if (options.galera != null) {
            environment = options.galera.environment(environment, folder);
            command.addAll(options.galera.arguments(command, environment, data()));
        }
        ProcessBuilder builder = new ProcessBuilder(watchdog.watched(command))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(ProcessBuilder.Redirect.appendTo(logFile().toFile()));
        builder.environment().putAll(environment);
        builder.environment().put("TZ", options.timeZone);
        long logStart = Files.exists(logFile()) ? Files.size(logFile()) : 0;
        Process started = builder.start();
        process = started;
        paused = false;
        awaitAnswers(started, logStart);
    }

    private void awaitAnswers(Process started, long logStart) throws IOException, UnavailableException {
        Sql sql = root();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (true) {
            try (Connection connection = sql.dataSource().getConnection()) {
                if (options.galera != null && !GaleraState.of(connection).isSynced()) {
                    throw new SQLException("it has not caught up with its cluster");
                }
                break;
            } catch (SQLException notYet) {
                boolean late = System.nanoTime() - deadline > 0;
                if (!started.isAlive() || late || (options.galera == null && isRefusal(notYet) && isReady(logStart))) {
                    String problem = !started.isAlive()
                            ? "ended with exit code " + started.exitValue()
                            : late
                                    ? "does not answer after " + START_SECONDS + " s"
                                    : "runs, but no connection is made";
                    throw failure(problem + " (" + notYet.getMessage() + ")", logStart);
                }
                sleep();
            }
        }
        if (options.listens()) {
            awaitPort(endpoint.readPort(), endpoint.readSecret(), logStart);
        }
        if (endpoint.writePort() != 0) {
            awaitPort(endpoint.writePort(), endpoint.writeSecret(), logStart);
        }
    }

    private void awaitPort(int port, String secret, long logStart) throws IOException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PORT_SECONDS);
        while (!Knock.accepts(HOST, port, secret)) {
            if (System.nanoTime() - deadline > 0) {
                throw new PortTakenException("HandlerSocket does not answer on port " + port
                        + "; the end of the server's log:\n" + Commands.tail(log(logStart), 30));
            }
            sleep();
        }
    }

    /** No failure of the network, which a later attempt may not meet: the driver or the server does not want to talk. */
    private static boolean isRefusal(SQLException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof IOException) {
                return cause instanceof SSLException;
            }
        }
        return true;
    }

    /** Until then a program that was quicker may answer on this port. */
    private boolean isReady(long logStart) throws IOException {
        return log(logStart).contains("ready for connections");
    }

    private String log(long start) throws IOException {
        String all = log();
        return all.substring((int) Math.min(start, all.length()));
    }

    private UnavailableException failure(String problem, long logStart) throws IOException {
        String log = log(logStart);
        String message = "mariadbd " + problem + "; the end of its log:\n" + Commands.tail(log, 30);
        if (log.contains("Bind on TCP/IP port")) {
            throw new PortTakenException(message);
        }
        return new UnavailableException(message);
    }

    private static void sleep() throws IOException {
        try {
            Thread.sleep(25);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the server starts", e);
        }
    }

    /** Orderly; killed when that takes longer than 10 s. */
    void stop() throws IOException {
        if (process != null && process.isAlive()) {
            if (paused) {
                kill();
                return;
            }
            process.destroy();
            if (!endedWhenWoken(process)) {
                process.destroyForcibly();
                ended(process, STOP_SECONDS);
            }
        }
        watchdog.forget();
    }

    private boolean endedWhenWoken(Process stopping) {
        for (int i = 0; options.listens() && i < 40; i++) {
            Knock.wake(HOST, endpoint.readPort());
            if (endpoint.writePort() != 0) {
                Knock.wake(HOST, endpoint.writePort());
            }
            if (ended(stopping, 0.025)) {
                return true;
            }
        }
        return ended(stopping, STOP_SECONDS);
    }

    /** SIGKILL; returns when the process is gone. */
    void kill() throws IOException {
        if (process != null) {
            // The scripts of a Galera node would go on for a while.
            List<ProcessHandle> scripts = process.descendants().toList();
            process.destroyForcibly();
            scripts.forEach(ProcessHandle::destroyForcibly);
            ended(process, STOP_SECONDS);
        }
        watchdog.forget();
    }

    /**
     * SIGSTOP; returns when every thread has stopped, which is a moment after the signal was sent. Waits first while
     * something else stops the server, because its SIGCONT would end this pause.
     */
    void pause() throws IOException {
        if (!paused) {
            awaitStopped(false);
        }
        signal("STOP");
        paused = true;
        awaitStopped(true);
    }

    private void awaitStopped(boolean stopped) throws IOException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(STOP_SECONDS);
        while (ProcessState.isStopped(pid()) != stopped && System.nanoTime() < deadline) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
    }

    /** The next launch begins with an empty folder. */
    void deleteData() throws IOException {
        Folders.delete(data());
        Folders.createPrivately(data());
    }

    void resume() throws IOException {
        signal("CONT");
        paused = false;
    }

    /** By the shell's own kill: the program of that name is missing on slim images. */
    private void signal(String name) throws IOException {
        Process kill = new ProcessBuilder("/bin/sh", "-c", "kill -" + name + " " + pid()).start();
        if (!ended(kill, STOP_SECONDS) || kill.exitValue() != 0) {
            throw new IOException("kill -" + name + " " + pid() + " failed");
        }
    }

    private static boolean ended(Process process, double seconds) {
        boolean interrupted = false;
        long deadline = System.nanoTime() + (long) (seconds * 1e9);
        try {
            while (true) {
                try {
                    return process.waitFor(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    // A test that was given up still has to end its server.
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Stops the server and deletes its folder, but not data that are kept. */
    void close() throws IOException {
        try {
            stop();
        } finally {
            watchdog.close();
            if (kept != null) {
                kept.close();
            }
        }
    }

    String log() throws IOException {
        return Files.exists(logFile()) ? Files.readString(logFile(), StandardCharsets.ISO_8859_1) : "";
    }

    private Path logFile() {
        return folder.resolve("server.log");
    }

    private Process running() {
        if (process == null || !process.isAlive()) {
            throw new IllegalStateException("the server is not running");
        }
        return process;
    }

    private Sql root() {
        StringBuilder url = new StringBuilder(
                "jdbc:mariadb://" + HOST + ":" + endpoint.sqlPort() + "/?connectTimeout=1000&socketTimeout=10000");
        ServerTls.urlParameters(folder)
                .forEach((name, value) ->
                        url.append('&').append(name).append('=').append(value));
        return new Sql(url.toString(), "root", options.rootPassword);
    }

    /** Somebody was quicker: other ports will do. */
    private static final class PortTakenException extends IllegalStateException {
        private static final long serialVersionUID = 1L;

        PortTakenException(String message) {
            super(message);
        }
    }
}
