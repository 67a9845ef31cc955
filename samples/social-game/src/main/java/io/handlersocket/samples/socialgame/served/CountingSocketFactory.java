// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.served;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import javax.net.SocketFactory;

/**
 * Makes the JDBC driver's sockets, which count commands and waits for the thread that sends and waits. The driver's
 * option {@code socketFactory} names this class, so the pool and its connections stay as they are.
 */
public final class CountingSocketFactory extends SocketFactory {

    @Override
    public Socket createSocket() {
        return new CountingSocket();
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        throw new UnknownHostException("The driver connects its sockets itself");
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort) throws IOException {
        return createSocket(host, port);
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return createSocket(host.getHostName(), port);
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) throws IOException {
        return createSocket(host, port);
    }

    /** One thread at a time uses it, as any connection. */
    private static final class CountingSocket extends Socket {

        private final PacketCount packets = new PacketCount();
        private boolean sent;

        @Override
        public OutputStream getOutputStream() throws IOException {
            OutputStream out = super.getOutputStream();
            return new OutputStream() {
                @Override
                public void write(int value) throws IOException {
                    write(new byte[] {(byte) value}, 0, 1);
                }

                @Override
                public void write(byte[] bytes, int from, int length) throws IOException {
                    packets.sent(bytes, from, length);
                    sent = true;
                    out.write(bytes, from, length);
                }

                @Override
                public void flush() throws IOException {
                    out.flush();
                }
            };
        }

        @Override
        public InputStream getInputStream() throws IOException {
            InputStream in = super.getInputStream();
            return new InputStream() {
                @Override
                public int read() throws IOException {
                    waits();
                    return in.read();
                }

                @Override
                public int read(byte[] bytes, int from, int length) throws IOException {
                    waits();
                    return in.read(bytes, from, length);
                }

                @Override
                public int available() throws IOException {
                    return in.available();
                }
            };
        }

        /** The first read after a write is a round trip; the others read more of the same answer. */
        private void waits() {
            if (sent) {
                sent = false;
                Meter.roundTrip();
            }
        }
    }
}
