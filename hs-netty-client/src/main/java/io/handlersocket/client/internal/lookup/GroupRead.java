// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import static java.util.Objects.requireNonNull;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.Index;
import io.handlersocket.client.Key;
import io.handlersocket.client.Range;
import io.handlersocket.client.Read;
import io.handlersocket.client.Row;
import io.handlersocket.client.Rows;
import io.handlersocket.client.TooLargeException;
import io.handlersocket.client.internal.concurrent.DriverThread;
import io.handlersocket.client.internal.concurrent.Stages;
import io.handlersocket.client.internal.lookup.MultiKeys.DistinctNumbers;
import io.handlersocket.client.internal.transport.Request;
import io.handlersocket.client.internal.transport.RequestGroup;
import io.handlersocket.client.spi.PacketGuard;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Several reads that the server answers from one snapshot, because it reads their lines at once. */
public final class GroupRead {

    private final LookupContext context;
    private final boolean blocking;
    private final long startNanos;
    private final List<LookupRequest<?>> requests = new ArrayList<>();

    private GroupRead(LookupContext context, boolean blocking) {
        this.context = context;
        this.startNanos = context.nowNanos();
        this.blocking = blocking;
    }

    public static List<Rows> read(LookupContext context, List<Read> reads) {
        DriverThread.refuseToWait("HandlerSocketClient.readTogether", "readTogetherAsync");
        return context.await(ofReads(context, reads, true), reads);
    }

    public static CompletionStage<List<Rows>> readAsync(LookupContext context, List<Read> reads) {
        return context.stages().ofLookup(ofReads(context, reads, false));
    }

    private static CompletableFuture<List<Rows>> ofReads(LookupContext context, List<Read> reads, boolean blocking) {
        requireNonNull(reads, "reads: null (expected a list of reads)");
        PacketGuard guard = guard(reads);
        GroupRead group = new GroupRead(guard == null ? context : context.withGuard(guard), blocking);
        return group.send(reads, group::addRead);
    }

    /** Returns the guard of the first read, which all others have too. */
    private static @Nullable PacketGuard guard(List<Read> reads) {
        Read first = reads.isEmpty() ? null : reads.get(0);
        return first != null && first.index() instanceof DefaultIndex own ? own.guard() : null;
    }

    static CompletableFuture<List<Rows>> ofRanges(
            LookupContext context, DefaultIndex index, List<Range> ranges, boolean blocking) {
        requireNonNull(ranges, "ranges: null (expected a list of ranges)");
        GroupRead group = new GroupRead(context, blocking);
        OpenedIndex opened;
        try {
            opened = index.use(group.startNanos);
        } catch (HandlerSocketException e) {
            return context.failed(e, blocking);
        }
        return group.send(ranges, range -> group.addRange(opened, range));
    }

    private <T> CompletableFuture<List<Rows>> send(List<T> reads, Function<T, Supplier<Rows>> add) {
        List<Supplier<Rows>> answers = new ArrayList<>(reads.size());
        CompletableFuture<List<Rows>> result = new CompletableFuture<>();
        try {
            for (T read : reads) {
                answers.add(add.apply(read));
            }
            requests.forEach(request -> request.joinCall(result));
            if (!requests.isEmpty()) {
                context.send(requests.get(0).opened(), packet(), blocking, true);
            }
        } catch (HandlerSocketException e) {
            return context.failed(e, blocking);
        }
        Stages.completeAfter(result, requests, () -> rows(answers));
        return result;
    }

    private static List<Rows> rows(List<Supplier<Rows>> answers) {
        List<Rows> rows = new ArrayList<>(answers.size());
        for (Supplier<Rows> answer : answers) {
            rows.add(answer.get());
        }
        return Collections.unmodifiableList(rows);
    }

    private Supplier<Rows> addRange(OpenedIndex opened, Range range) {
        requireNonNull(range, "ranges: a null element (expected none)");
        byte[][] equal = KeyEncoder.equal(opened.layout(), range);
        if (equal == null) {
            return noRows();
        }
        RangeRequest request = request(opened, LookupLines.range(opened, range, range.limit(), equal), equal);
        return () -> new Rows(request.join(), request.isFull(range.limit()));
    }

    private Supplier<Rows> addRead(Read read) {
        requireNonNull(read, "reads: a null element (expected none)");
        OpenedIndex opened = opened(read.index());
        ReplyLayout layout = opened.layout();
        MultiKeys numbers = numbers(read, layout);
        if (numbers != null && KeyEncoder.canPass(layout, read.filters())) {
            return addMultiGet(opened, numbers, read);
        }
        List<byte[][]> keys = keys(read, layout);
        if (keys.isEmpty() || !KeyEncoder.canPass(layout, read.filters())) {
            return noRows();
        }
        boolean whole = layout.index().unique() && keys.get(0).length == layout.keyParts();
        if (whole && keys.size() > 1 && MultiGet.canCombineKeys(layout)) {
            List<byte[]> values = keys.stream().map(key -> key[0]).toList();
            return addMultiGet(opened, new MultiKeys.Encoded(values), read);
        }
        int limit = whole ? 1 : read.limit();
        if (keys.size() == 1) {
            byte[][] only = keys.get(0);
            RangeRequest range = request(opened, LookupLines.equal(opened, only, read.filters(), limit), only);
            return () -> new Rows(range.join(), !whole && range.isFull(limit));
        }
        List<RangeRequest> ranges = new ArrayList<>(keys.size());
        for (byte[][] key : keys) {
            ranges.add(request(opened, LookupLines.equal(opened, key, read.filters(), limit), key));
        }
        return () -> {
            List<List<Row>> lists = new ArrayList<>(ranges.size());
            boolean full = false;
            for (RangeRequest range : ranges) {
                lists.add(range.join());
                full |= range.isFull(limit);
            }
            return new Rows(joined(lists, layout, keys.get(0).length), !whole && full);
        };
    }

    /** Returns the keys if they are several whole numbers, which need not be encoded to be compared. */
    private static @Nullable MultiKeys numbers(Read read, ReplyLayout layout) {
        if (read.keys().size() < 2 || layout.keyParts() > 1 || !layout.index().unique()) {
            return null;
        }
        DistinctNumbers numbers = new DistinctNumbers(read.keys().size());
        for (Key key : read.keys()) {
            Object value = key.values().size() == 1 ? key.values().get(0) : null;
            if (!(value instanceof Number number) || !layout.keyCodec(0).isDecimalKey(number)) {
                return null;
            }
            numbers.add(number.longValue());
        }
        return numbers.all();
    }

    private Supplier<Rows> addMultiGet(OpenedIndex opened, MultiKeys keys, Read read) {
        MultiGetRequest request = new MultiGetRequest(context, opened, keys, read.filters(), startNanos);
        requests.add(request);
        return () -> {
            List<Row> rows = new ArrayList<>(keys.size());
            for (Optional<Row> found : request.join()) {
                found.ifPresent(rows::add);
            }
            return new Rows(rows, false);
        };
    }

    private Supplier<Rows> noRows() {
        context.counters().answered(false);
        return () -> new Rows(List.of(), false);
    }

    private RangeRequest request(OpenedIndex opened, byte[] line, byte[][] equal) {
        RangeRequest request = new RangeRequest(context, opened, line, equal, null, startNanos);
        requests.add(request);
        return request;
    }

    /** The opening of an index; all requests of a group have the group's timeout, whatever that of the handle is. */
    private OpenedIndex opened(Index index) {
        if (index instanceof DefaultIndex own && own.belongsTo(context)) {
            if (own.guard() != context.guard()) {
                throw new IllegalArgumentException(index + ": not guarded as the first read of the group");
            }
            return own.use(startNanos);
        }
        throw new IllegalArgumentException(index + ": not an index of this client");
    }

    private static List<byte[][]> keys(Read read, ReplyLayout layout) {
        List<byte[][]> keys = new ArrayList<>(read.keys().size());
        boolean single = read.keys().size() == 1;
        Set<Object> seen = single ? Set.of() : new HashSet<>();
        int parts = -1;
        for (Key key : read.keys()) {
            if (key.values().isEmpty() || (parts >= 0 && key.values().size() != parts)) {
                throw new IllegalArgumentException(layout + ": keys of "
                        + key.values().size() + " values (expected one or more, and as many in each)");
            }
            parts = key.values().size();
            byte[][] encoded = KeyEncoder.leading(layout, key.values());
            if (encoded != null && (single || seen.add(comparable(encoded)))) {
                keys.add(encoded);
            }
        }
        return keys;
    }

    /** Returns an object that equals that of the same key; all keys have the same number of parts. */
    private static Object comparable(byte[][] key) {
        if (key.length == 1) {
            return ByteBuffer.wrap(key[0]);
        }
        return Arrays.stream(key).map(ByteBuffer::wrap).toList();
    }

    /**
     * The rows of all keys. For a collation, different texts can be one key. The rows of such keys come from one
     * snapshot, so their lists are equal byte for byte; lists of other keys differ in the key's own columns.
     */
    private static List<Row> joined(List<List<Row>> lists, ReplyLayout layout, int keyParts) {
        List<Row> rows = new ArrayList<>();
        boolean text = IntStream.range(0, keyParts)
                .anyMatch(part -> layout.keyCodec(part).column().collation() != null);
        (text ? new LinkedHashSet<>(lists) : lists).forEach(rows::addAll);
        return rows;
    }

    private Request<?> packet() {
        PacketGuard guard = context.guard();
        if (guard != null) {
            return GuardedPacket.of(guard, requests);
        }
        int bytes = RequestGroup.bytes(requests);
        // A single line is one lookup, in however many pieces it arrives.
        int limit = requests.size() == 1 ? RequestGroup.MAX_BYTES : RequestGroup.MAX_SNAPSHOT_BYTES;
        if (bytes > limit) {
            throw new TooLargeException(requests.get(0).opened() + ": " + bytes
                    + " bytes for one snapshot (expected at most " + limit + ")");
        }
        return requests.size() == 1 ? requests.get(0) : new RequestGroup(requests);
    }
}
