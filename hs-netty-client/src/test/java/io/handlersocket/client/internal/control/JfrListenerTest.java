// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.ClientListener;
import io.handlersocket.client.ClientSnapshot;
import io.handlersocket.client.ClientState;
import io.handlersocket.client.Endpoint;
import io.handlersocket.client.IndexSpec;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import jdk.jfr.Recording;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JfrListenerTest {

    private static final String PREFIX = "io.handlersocket.";

    @Test
    void eachEventHasItsFieldsInOrder(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("events.jfr");
        try (Recording recording = new Recording()) {
            recording.start();
            assertThat(JfrListener.recordsSlowLookups()).isTrue();
            Endpoint endpoint = new Endpoint("host", 1);
            IndexSpec index = IndexSpec.primary("s", "t");
            ClientListener listener = JfrListener.of("c", 4).orElseThrow();
            listener.stateChanged(ClientState.STARTING, ClientState.READY, "why");
            listener.opened(endpoint);
            listener.closed(endpoint, "why");
            listener.drained("why");
            listener.quarantined(index.table());
            listener.rejected(index, "why");
            listener.completed(index, 4, 1, false);
            listener.completed(index, 5, 2, true);
            recording.stop();
            recording.dump(file);
        }

        List<RecordedEvent> events = RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().startsWith(PREFIX))
                .filter(event -> !event.getEventType().getName().equals(PREFIX + "Client"))
                .toList();
        assertThat(events)
                .extracting(JfrListenerTest::text)
                .containsExactlyInAnyOrder(
                        "StateChanged client=c before=STARTING now=READY reason=why",
                        "ConnectionOpened client=c endpoint=host:1",
                        "ConnectionClosed client=c endpoint=host:1 reason=why",
                        "Drained client=c reason=why",
                        "Quarantined client=c table=s.t",
                        "RejectedLookup client=c index=s.t.PRIMARY reason=why",
                        "SlowLookup client=c index=s.t.PRIMARY took=5 batch=2 failed=true");
        assertThat(events)
                .allSatisfy(event ->
                        assertThat(event.getEventType().getCategoryNames()).containsExactly("HandlerSocket"))
                .allSatisfy(event -> assertThat(event.getStackTrace()).isNull());
    }

    private static String text(RecordedEvent event) {
        List<String> builtIn = List.of("startTime", "duration", "eventThread", "stackTrace");
        return event.getEventType().getName().substring(PREFIX.length())
                + event.getFields().stream()
                        .map(ValueDescriptor::getName)
                        .filter(field -> !builtIn.contains(field))
                        .map(field -> " " + field + "=" + event.getValue(field))
                        .collect(Collectors.joining());
    }

    @Test
    void slowLookupsAreWantedOnlyWhileARecordingTakesThem() {
        try (Recording recording = new Recording()) {
            recording.disable(PREFIX + "SlowLookup");
            recording.start();

            assertThat(JfrListener.recordsSlowLookups()).isFalse();
        }
        assertThat(JfrListener.recordsSlowLookups()).isFalse();
    }

    @Test
    void eachClientIsWatchedUntilItsWatchIsClosed() {
        AtomicInteger asked = new AtomicInteger();
        AtomicInteger otherAsked = new AtomicInteger();
        Runnable watch;
        Runnable otherWatch;
        try (Recording recording = started()) {
            watch = JfrListener.watch("c", noSnapshot(asked));
            otherWatch = JfrListener.watch("d", noSnapshot(otherAsked));
            recording.stop();
        }
        assertThat(asked).hasValue(1);
        assertThat(otherAsked).hasValue(1);

        watch.run();

        started().close();
        assertThat(asked).hasValue(1);
        assertThat(otherAsked).hasValue(2);

        otherWatch.run();

        started().close();
        assertThat(otherAsked).hasValue(2);
    }

    private static Supplier<ClientSnapshot> noSnapshot(AtomicInteger asked) {
        return () -> {
            asked.incrementAndGet();
            throw new IllegalStateException("expected by the test: no snapshot");
        };
    }

    /** Starts a recording that asks each client when it ends. */
    private static Recording started() {
        Recording recording = new Recording();
        recording.enable(PREFIX + "Client").with("period", "endChunk");
        recording.start();
        return recording;
    }

    @Test
    void nothingIsRecordedOnARuntimeWithoutTheModule() throws Exception {
        Supplier<ClientSnapshot> never = () -> {
            throw new AssertionError("asked for a snapshot");
        };
        try (URLClassLoader loader = new WithoutJfr()) {
            Class<?> events = Class.forName(JfrListener.class.getName(), true, loader);
            assertThat(events.getClassLoader()).isSameAs(loader);

            assertThat(events.getMethod("recordsSlowLookups").invoke(null)).isEqualTo(false);
            assertThat(events.getMethod("of", String.class, long.class).invoke(null, "c", 4L))
                    .isEqualTo(Optional.empty());
            Object watch =
                    events.getMethod("watch", String.class, Supplier.class).invoke(null, "c", never);
            ((Runnable) watch).run();
        }
    }

    /** Loads the class and its nested ones anew, and hides the module {@code jdk.jfr} from it. */
    private static final class WithoutJfr extends URLClassLoader {

        WithoutJfr() {
            super(
                    new URL[] {
                        JfrListener.class.getProtectionDomain().getCodeSource().getLocation()
                    },
                    JfrListenerTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("jdk.jfr.")) {
                throw new ClassNotFoundException(name);
            }
            if ((name + '$').startsWith(JfrListener.class.getName() + '$')) {
                Class<?> loaded = findLoadedClass(name);
                return loaded != null ? loaded : findClass(name);
            }
            return super.loadClass(name, resolve);
        }
    }
}
