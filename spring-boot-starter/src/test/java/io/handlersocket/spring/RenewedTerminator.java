// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** A TLS terminator in front of a port of this machine, whose certificate can be replaced while it runs. */
final class RenewedTerminator implements AutoCloseable {

    private final ServerSocket listener = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicInteger handshakes = new AtomicInteger();
    private volatile SSLContext context;

    RenewedTerminator(int target, SSLContext context) throws IOException {
        this.context = context;
        daemon(() -> {
            while (true) {
                Socket accepted = listener.accept();
                daemon(() -> serve(accepted, target));
            }
        });
    }

    int port() {
        return listener.getLocalPort();
    }

    /** Presents this certificate to new connections. */
    void present(SSLContext other) {
        context = other;
    }

    /** Closes all connections and sets {@link #handshakes} to 0. */
    void cutAll() throws IOException {
        handshakes.set(0);
        for (Socket socket : sockets) {
            socket.close();
        }
        sockets.clear();
    }

    /** Returns the number of clients that accepted the certificate since {@link #cutAll}. */
    int handshakes() {
        return handshakes.get();
    }

    private void serve(Socket accepted, int target) throws IOException {
        accepted.setTcpNoDelay(true);
        SSLSocket encrypted =
                (SSLSocket) context.getSocketFactory().createSocket(accepted, "localhost", accepted.getPort(), true);
        encrypted.setUseClientMode(false);
        encrypted.startHandshake();
        InputStream in = encrypted.getInputStream();
        // With TLS 1.3 the handshake of a server ends before the client has judged the certificate: its first byte
        // tells. The plugin speaks only when it is asked.
        int one = in.read();
        if (one < 0) {
            encrypted.close();
            return;
        }
        handshakes.incrementAndGet();
        Socket plain = new Socket(InetAddress.getLoopbackAddress(), target);
        plain.setTcpNoDelay(true);
        plain.setSoLinger(true, 0);
        sockets.add(encrypted);
        sockets.add(plain);
        plain.getOutputStream().write(one);
        daemon(() -> copy(encrypted, plain));
        copy(plain, encrypted);
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

    private static void daemon(Task task) {
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
        listener.close();
        cutAll();
    }
}
