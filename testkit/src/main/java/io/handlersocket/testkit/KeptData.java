// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A data directory in the cache that outlives its server. A file lock lets one server at a time use it. */
final class KeptData implements Closeable {

    private static final Pattern LINE = Pattern.compile("\\d+\\.\\d+");

    private final Path folder;
    private final FileChannel channel;

    private KeptData(Path folder, FileChannel channel) {
        this.folder = folder;
        this.channel = channel;
    }

    /** Null if another server uses it. */
    static @Nullable KeptData open(String name, ServerBinaries binaries, BinaryCache cache)
            throws IOException, UnavailableException {
        // The data of one line is not opened by another, which might convert it.
        Matcher line = LINE.matcher(binaries.number());
        String entry = "kept-" + name + (line.find() ? "-" + line.group() : "");
        Path folder = cache.folder(entry, target -> DataDirectory.create(target, binaries, cache));
        FileChannel channel = FileChannel.open(
                folder.resolveSibling(entry + ".used"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            FileLock lock = channel.tryLock();
            if (lock != null) {
                return new KeptData(folder, channel);
            }
        } catch (OverlappingFileLockException usedByThisJvm) {
            // As if another process used it.
        }
        channel.close();
        return null;
    }

    Path folder() {
        return folder;
    }

    /** Lets another server use it. */
    @Override
    public void close() throws IOException {
        channel.close();
    }
}
