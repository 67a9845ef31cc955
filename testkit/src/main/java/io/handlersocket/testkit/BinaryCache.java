// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Map;

/**
 * Folders that are made once per user and then only read: unpacked servers and fresh data directories.
 *
 * <p>A folder appears under its name by one rename when it is complete, so nobody sees half of one; a file lock keeps
 * a second process from doing the same work, and ends with the process that holds it.
 */
final class BinaryCache {
    static final String PROPERTY = "handlersocket.test.cache";

    /** Fills an empty folder; whatever it throws, nothing stays behind. */
    interface Maker {
        void fill(Path folder) throws IOException, UnavailableException;
    }

    private final Path home;

    BinaryCache(Path home) {
        this.home = home;
    }

    /** By property, else below {@code XDG_CACHE_HOME}, else {@code ~/.cache}, else a folder of this user in the temporary one. */
    static BinaryCache ofThisUser() {
        String property = System.getProperty(PROPERTY, "");
        if (!property.isBlank()) {
            return new BinaryCache(Path.of(property).toAbsolutePath());
        }
        return new BinaryCache(home(System.getenv(), Path.of(System.getProperty("user.home", "/nonexistent"))));
    }

    static Path home(Map<String, String> environment, Path userHome) {
        String xdg = environment.getOrDefault("XDG_CACHE_HOME", "");
        if (xdg.startsWith("/")) {
            return Path.of(xdg, "handlersocket-testkit");
        }
        if (Files.isDirectory(userHome) && Files.isWritable(userHome)) {
            return userHome.resolve(".cache/handlersocket-testkit");
        }
        return Path.of(
                System.getProperty("java.io.tmpdir"), "handlersocket-testkit-" + System.getProperty("user.name"));
    }

    Path folder(String name, Maker maker) throws IOException, UnavailableException {
        Path folder = home.resolve(name);
        if (Files.isDirectory(folder)) {
            requireOwn();
            return folder;
        }
        Folders.createPrivately(home);
        requireOwn();
        try (FileChannel channel = FileChannel.open(
                        home.resolve(name + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = lock(channel)) {
            assert lock.isValid();
            if (!Files.isDirectory(folder)) {
                make(name, folder, maker);
            }
            return folder;
        }
    }

    private void make(String name, Path folder, Maker maker) throws IOException, UnavailableException {
        // The lock is held, so a partial folder belongs to a process that died.
        try (DirectoryStream<Path> left = Files.newDirectoryStream(home, name + ".partial-*")) {
            for (Path partial : left) {
                Folders.delete(partial);
            }
        }
        Path partial = Files.createTempDirectory(home, name + ".partial-");
        try {
            maker.fill(partial);
            Files.move(partial, folder, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Folders.delete(partial);
        }
    }

    /** What lies here is executed: in a shared temporary folder somebody else could have put it there. */
    private void requireOwn() throws IOException {
        Path probe = Files.createTempFile(home, "owner", ".probe");
        try {
            if (!Files.getOwner(home).equals(Files.getOwner(probe))) {
                throw new IOException(home + " belongs to another user; name another folder with -D" + PROPERTY);
            }
        } finally {
            Files.deleteIfExists(probe);
        }
    }

    private static FileLock lock(FileChannel channel) throws IOException {
        while (true) {
            try {
                return channel.lock();
            } catch (OverlappingFileLockException anotherThreadOfThisJvm) {
                try {
                    Thread.sleep(20);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new IOException("interrupted while another thread fills the cache", e);
                }
            }
        }
    }
}
