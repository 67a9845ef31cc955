// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import com.github.dockerjava.api.command.InspectContainerResponse;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.testcontainers.images.RemoteDockerImage;
import org.testcontainers.mariadb.MariaDBContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * The life of the server, and a container's methods answered without Docker where the server is no container. Longer than
 * other classes, because a container has that many methods.
 */
abstract class AnywhereMariaDB extends MariaDBContainer {
    private static final int SQL_PORT = 3306;
    static final int READ_PORT = 9998;
    static final int WRITE_PORT = 9999;

    final ServerOptions options = new ServerOptions();
    private String image;
    private final boolean shared;
    private ServerSearch.@Nullable Found found;
    private boolean containerStarting;

    AnywhereMariaDB(String image, boolean shared) {
        super(compatible(image));
        this.image = image;
        this.shared = shared;
    }

    /**
     * Starts a server, or starts a killed one again with its data, ports and secrets. Running: does nothing.
     *
     * @throws IllegalStateException if there is no way to a server here; the message says what was tried and what helps
     */
    @Override
    public synchronized void start() {
        if (found == null) {
            found = ServerSearch.ofThisMachine().find(ServerStrategy.configured(), options, this::startContainer);
            if (found.local() != null) {
                urlParameters.putAll(ServerTls.urlParameters(found.local().folder()));
            }
            if (found.local() != null || found.external() != null) {
                runInitScriptIfRequired();
            }
        } else if (found.local() != null && !found.local().isRunning()) {
            relaunch(found.local());
        }
    }

    final void image(String name) {
        image = name;
        setImage(new RemoteDockerImage(compatible(name)));
    }

    private static DockerImageName compatible(String name) {
        return DockerImageName.parse(name).asCompatibleSubstituteFor("mariadb");
    }

    private Endpoint startContainer() throws UnavailableException {
        containerStarting = true;
        try {
            super.start();
            String host = super.getHost();
            int sqlPort = super.getMappedPort(SQL_PORT);
            Endpoint inside = Endpoint.of(host, sqlPort, new Sql(getJdbcUrl(), "root", options.password));
            return inside.listens()
                    ? new Endpoint(
                            host,
                            sqlPort,
                            super.getMappedPort(READ_PORT),
                            inside.writePort() == 0 ? 0 : super.getMappedPort(WRITE_PORT),
                            inside.readSecret(),
                            inside.writeSecret())
                    : inside;
        } catch (RuntimeException e) {
            super.stop();
            throw new UnavailableException("the container does not start: " + e.getMessage());
        } finally {
            containerStarting = false;
        }
    }

    @Override
    protected void configure() {
        super.configure();
        options.rootPassword = options.password;
        addEnv("TZ", options.timeZone);
        List<String> command = new ArrayList<>();
        ServerTls.containerFiles().forEach((path, content) -> withCopyToContainer(content, path));
        urlParameters.putAll(ServerTls.containerUrlParameters());
        Map<String, String> settings = new LinkedHashMap<>(options.settings());
        settings.putAll(ServerTls.containerSettings());
        settings.forEach((name, value) -> command.add("--" + name + "=" + value));
        options.pluginFiles().forEach(name -> command.add("--plugin-load-add=" + name));
        if (options.listens()) {
            addExposedPorts(READ_PORT);
            // Not loopback: that is the container's own.
            command.add("--handlersocket-address=0.0.0.0");
            command.add("--handlersocket-port=" + READ_PORT);
            command.add("--handlersocket-plain-secret=" + options.newReadSecret());
        }
        if (options.listensForWrites()) {
            addExposedPorts(WRITE_PORT);
            command.add("--handlersocket-port-wr=" + WRITE_PORT);
            command.add("--handlersocket-plain-secret-wr=" + options.newWriteSecret());
        }
        command.addAll(options.arguments);
        setCommand(command.toArray(String[]::new));
    }

    /** Stops the server and throws its data away; one that is shared stays. */
    @Override
    public synchronized void stop() {
        if (found == null || shared) {
            return;
        }
        LocalServer local = found.local();
        boolean container = found.strategy() == ServerStrategy.DOCKER;
        found = null;
        if (local != null) {
            run(local::close);
        } else if (container) {
            super.stop();
        }
    }

    /** Stops the server in order and starts it again: data, ports and secrets stay. */
    public synchronized void restart() {
        LocalServer local = local("restart()");
        run(local::stop);
        relaunch(local);
    }

    /** As {@link #restart()}, with other random secrets, as a server does that leaves them to the plugin. */
    public synchronized void restartWithNewSecrets() {
        LocalServer local = local("restartWithNewSecrets()");
        run(local::stop);
        local.newSecrets();
        relaunch(local);
    }

    /** SIGKILL, as by the kernel when memory is short. {@link #start()} or {@link #restart()} brings the server back. */
    public synchronized void kill() {
        run(local("kill()")::kill);
    }

    /** SIGSTOP: connections stay open and nobody answers. */
    public synchronized void pause() {
        run(local("pause()")::pause);
    }

    /** SIGCONT. */
    public synchronized void resume() {
        run(local("resume()")::resume);
    }

    /** Whether {@link #pause} holds the server. */
    final boolean isPaused() {
        return local("isPaused()").isPaused();
    }

    /** Stops the server, deletes its data and starts it: a node of a cluster gets the data from another one. */
    final synchronized void restartWithoutData() {
        LocalServer local = local("restartWithoutData()");
        run(local::stop);
        run(local::deleteData);
        relaunch(local);
    }

    private void relaunch(LocalServer local) {
        run(local::launch);
        found = new ServerSearch.Found(started().strategy(), local.endpoint(), local, null);
    }

    final ServerSearch.Found started() {
        if (found == null) {
            throw new IllegalStateException("not started");
        }
        return found;
    }

    private LocalServer local(String what) {
        LocalServer local = started().local();
        if (local == null) {
            throw new UnsupportedOperationException(what + " needs a process of its own, not strategy "
                    + started().strategy().word() + ": use withProcessControl()");
        }
        return local;
    }

    private interface Action {
        void run() throws IOException, UnavailableException;
    }

    private static void run(Action action) {
        try {
            action.run();
        } catch (IOException | UnavailableException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    /**
     * Returns the process id of the running server.
     *
     * @throws UnsupportedOperationException if the server is external or in a container
     */
    public long pid() {
        return local("pid()").pid();
    }

    /**
     * Returns the certificate with which the server's TLS is verified, as {@code serverSslCert} of the JDBC URL: a PEM
     * file, which ends with the server.
     *
     * @throws UnsupportedOperationException if the server is external or in a container
     */
    public Path certificate() {
        return ServerTls.certificate(local("certificate()").folder());
    }

    private boolean isContainer() {
        return containerStarting || (found != null && found.strategy() == ServerStrategy.DOCKER);
    }

    @Override
    public boolean isRunning() {
        if (isContainer()) {
            return super.isRunning();
        }
        return found != null && (found.local() == null || found.local().isRunning());
    }

    @Override
    public boolean isCreated() {
        return isContainer() ? super.isCreated() : found != null;
    }

    @Override
    public boolean isHealthy() {
        return isContainer() ? super.isHealthy() : isRunning();
    }

    @Override
    public String getHost() {
        return isContainer() ? super.getHost() : started().endpoint().host();
    }

    @Override
    public Integer getMappedPort(int port) {
        if (isContainer()) {
            return super.getMappedPort(port);
        }
        Endpoint endpoint = started().endpoint();
        int mapped = port == SQL_PORT
                ? endpoint.sqlPort()
                : port == READ_PORT ? endpoint.readPort() : port == WRITE_PORT ? endpoint.writePort() : 0;
        if (mapped == 0) {
            throw new IllegalArgumentException("Requested port (" + port + ") is not mapped");
        }
        return mapped;
    }

    /** 3306, and 9998 if HandlerSocket listens, and 9999 if it has a write port. */
    @Override
    public List<Integer> getExposedPorts() {
        if (isContainer()) {
            return super.getExposedPorts();
        }
        List<Integer> ports = new ArrayList<>(List.of(SQL_PORT));
        if (found == null ? options.listens() : found.endpoint().listens()) {
            ports.add(READ_PORT);
        }
        if (found == null ? options.listensForWrites() : found.endpoint().writePort() != 0) {
            ports.add(WRITE_PORT);
        }
        return ports;
    }

    /** Resolving the name means pulling the image: only where it is used. */
    @Override
    public String getDockerImageName() {
        return isContainer() ? super.getDockerImageName() : image;
    }

    @Override
    public @Nullable InspectContainerResponse getContainerInfo() {
        return isContainer() ? super.getContainerInfo() : null;
    }

    /** The server's log; of an external server there is none. */
    @Override
    public String getLogs() {
        if (isContainer()) {
            return super.getLogs();
        }
        LocalServer local = started().local();
        try {
            return local == null ? "" : local.log();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Override
    public String getJdbcUrl() {
        String external = containerStarting ? null : started().external();
        return external == null ? super.getJdbcUrl() : external;
    }

    /**
     * Returns the JDBC URL with further options of the driver. It may have options already, so do not append a question
     * mark.
     *
     * @param options such as {@code user=reader&connectTimeout=1000}
     */
    public String jdbcUrl(String options) {
        return constructUrlForConnection("?" + options);
    }

    /** Returns the same through another port of 127.0.0.1, such as that of a {@link TcpProxy}. */
    public String jdbcUrl(int port, String options) {
        return jdbcUrl(options).replaceFirst("//[^/]*/", "//127.0.0.1:" + port + "/");
    }

    @Override
    public String getDatabaseName() {
        return options.database;
    }

    @Override
    public String getUsername() {
        return options.user;
    }

    @Override
    public String getPassword() {
        return options.password;
    }

    /** A server is itself and no other. The inherited one compares what Docker says. */
    @Override
    public final boolean equals(@Nullable Object other) {
        return this == other;
    }

    @Override
    public final int hashCode() {
        return System.identityHashCode(this);
    }
}
