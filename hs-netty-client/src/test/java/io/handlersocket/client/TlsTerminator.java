// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import io.handlersocket.testkit.DistributionProgram;
import io.handlersocket.testkit.SelfSignedCertificate;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** What speaks TLS in front of a port that does not: stunnel where it can be had, else the JDK. */
public final class TlsTerminator implements AutoCloseable {

    private final int port;
    private final String program;
    private final AutoCloseable running;

    private TlsTerminator(int port, String program, AutoCloseable running) {
        this.port = port;
        this.program = program;
        this.running = running;
    }

    /** In front of a port of this machine; listens on a free one. */
    public static TlsTerminator before(int target, SelfSignedCertificate certificate, Path folder) throws Exception {
        int port = freePort();
        DistributionProgram stunnel;
        try {
            stunnel = DistributionProgram.find("stunnel4", List.of("libwrap0", "libsystemd0", "libssl3", "libssl3t64"));
        } catch (IllegalStateException e) {
            System.out.println("TlsTerminator: the JDK, as there is no stunnel: " + e.getMessage());
            return new TlsTerminator(port, "JDK", new Forwarder(port, target, certificate));
        }
        TlsTerminator terminator =
                new TlsTerminator(port, "stunnel", process(stunnel, port, target, certificate, folder));
        Awaitility.await().ignoreExceptions().until(() -> {
            new Socket(InetAddress.getLoopbackAddress(), port).close();
            return true;
        });
        System.out.println("TlsTerminator: " + terminator);
        return terminator;
    }

    private static AutoCloseable process(
            DistributionProgram stunnel, int port, int target, SelfSignedCertificate certificate, Path folder)
            throws Exception {
        Path pem = Files.writeString(folder.resolve("own.pem"), certificate.keyPem() + certificate.pem());
        Path configuration = Files.writeString(
                folder.resolve("stunnel.conf"),
                "foreground = yes\npid =\nsyslog = no\n[handlersocket]\naccept = 127.0.0.1:" + port
                        + "\nconnect = 127.0.0.1:" + target + "\ncert = " + pem + "\n");
        ProcessBuilder builder = new ProcessBuilder(stunnel.path().toString(), configuration.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("stunnel.log").toFile());
        builder.environment().putAll(stunnel.environment());
        Process process = builder.start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        return () -> process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    public int port() {
        return port;
    }

    /** Which program it is. */
    @Override
    public String toString() {
        return program;
    }

    @Override
    public void close() throws Exception {
        running.close();
    }

    /** A thread for each direction of each connection. */
    private static final class Forwarder implements AutoCloseable {

        private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
        private final ServerSocket listening;

        Forwarder(int port, int target, SelfSignedCertificate certificate) throws Exception {
            listening = certificate.serverContext().getServerSocketFactory().createServerSocket();
            listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            start(() -> {
                while (true) {
                    Socket encrypted = listening.accept();
                    Socket plain = new Socket(InetAddress.getLoopbackAddress(), target);
                    plain.setTcpNoDelay(true);
                    plain.setSoLinger(true, 0);
                    encrypted.setTcpNoDelay(true);
                    sockets.addAll(List.of(encrypted, plain));
                    start(() -> copy(encrypted, plain));
                    start(() -> copy(plain, encrypted));
                }
            });
        }

        private static void copy(Socket from, Socket to) throws IOException {
            try (from;
                    to) {
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream();
                byte[] buffer = new byte[16 * 1024];
                for (int count = in.read(buffer); count > 0; count = in.read(buffer)) {
                    out.write(buffer, 0, count);
                    out.flush();
                }
            }
        }

        private interface Task {
            void run() throws IOException;
        }

        private static void start(Task task) {
            Thread thread = new Thread(() -> {
                try {
                    task.run();
                } catch (IOException e) {
                    // One side is gone; the other goes too.
                }
            });
            thread.setDaemon(true);
            thread.start();
        }

        @Override
        public void close() throws IOException {
            listening.close();
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }
}
