// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.spring;

import io.handlersocket.shadow.internal.ShadowMode;
import io.handlersocket.shadow.internal.ShadowSettings;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationContext;

/**
 * Stops and starts the comparisons of a running application, which has no such switch: two applications differ by more
 * than shadow mode costs, even with equal settings. A stopped application still asks for each read whether it is due.
 */
final class ShadowSwitch {

    private static final long LONGEST_NANOS = 10_000_000_000L;

    private final ShadowMode mode;
    private final Field field;
    private final ShadowSettings on;
    private final ShadowSettings off;
    private final Queue<?> queue;
    private final AtomicReference<@Nullable Thread> thread;

    /** @throws ReflectiveOperationException if shadow mode keeps its settings elsewhere now */
    @SuppressWarnings("unchecked") // the type of a field that is read by its name
    ShadowSwitch(ApplicationContext application) throws ReflectiveOperationException {
        mode = (ShadowMode)
                Objects.requireNonNull(ShadowRoute.loads(application).observer(), "shadow mode is off");
        field = field("settings");
        on = (ShadowSettings) field.get(mode);
        off = new ShadowSettings(0, on.maxRate(), on.onDifference(), on.dataSource());
        queue = (Queue<?>) field("queue").get(mode);
        thread = (AtomicReference<@Nullable Thread>) field("thread").get(mode);
    }

    private static Field field(String name) throws NoSuchFieldException {
        Field field = ShadowMode.class.getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }

    void start() throws IllegalAccessException {
        field.set(mode, on);
    }

    /**
     * Stops the comparisons, forgets the reads that wait for one, and returns when none is under way. No caller may
     * read meanwhile.
     */
    void stop() throws IllegalAccessException, InterruptedException {
        field.set(mode, off);
        queue.clear();
        long begin = System.nanoTime();
        while (!isIdle()) {
            if (System.nanoTime() - begin > LONGEST_NANOS) {
                throw new IllegalStateException("shadow mode still compares, 10 s after it was stopped");
            }
            Thread.sleep(1);
        }
    }

    /** Returns whether the thread waits for a read. Between two comparisons it sleeps, and may have taken one. */
    private boolean isIdle() {
        Thread running = thread.get();
        return running == null
                || Arrays.stream(running.getStackTrace())
                        .anyMatch(frame -> frame.getClassName().equals(ArrayBlockingQueue.class.getName())
                                && frame.getMethodName().equals("poll"));
    }

    /** Returns how many reads were compared so far. */
    long compared() {
        return mode.counts().stream()
                .mapToLong(count -> count.equal() + count.changed() + count.different() + count.failed())
                .sum();
    }
}
