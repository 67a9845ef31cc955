// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.hibernate;

import io.handlersocket.jmh.measure.Arm;
import io.handlersocket.jmh.measure.Database;
import io.handlersocket.jmh.measure.Slice;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;

/**
 * An arm beside a writer that changes what it reads: one of a few rows, committed each time, so that reads that depend on one
 * another see different moments and have to be repeated.
 *
 * @param sql changes a row, whose id is its only parameter
 * @param rows ids are below this
 */
record WriterArm(Arm arm, Database db, String sql, int rows) implements Arm {

    @Override
    public String name() {
        return arm.name();
    }

    @Override
    public long run(Slice slice) throws Exception {
        CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> write(slice.deadlineNanos()), task -> {
            Thread thread = new Thread(task, "writer");
            thread.setDaemon(true);
            thread.start();
        });
        long read = arm.run(slice);
        writer.join();
        return read;
    }

    private void write(long deadlineNanos) {
        try (Connection connection = db.connect();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            while (System.nanoTime() < deadlineNanos) {
                statement.setInt(1, ThreadLocalRandom.current().nextInt(rows));
                statement.executeUpdate();
            }
        } catch (SQLException e) {
            throw new IllegalStateException("the writer", e);
        }
    }

    @Override
    public void close() {
        arm.close();
    }
}
