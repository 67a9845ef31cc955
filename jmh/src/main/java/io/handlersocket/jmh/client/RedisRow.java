// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.client;

import io.handlersocket.jmh.measure.Check;
import io.lettuce.core.KeyValue;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/** How Redis holds a row, and how it is read. */
enum RedisRow {
    JSON {
        @Override
        RedisFuture<?> write(RedisAsyncCommands<String, String> redis, int id) {
            return redis.set(
                    "json:" + id,
                    "{\"name\":\"user " + id + "\",\"email\":\"user" + id + "@example.com\",\"created\":\""
                            + CacheServer.created(id) + "\"}");
        }

        @Override
        CompletionStage<?> read(RedisAsyncCommands<String, String> redis, int id) {
            return redis.get("json:" + id).thenAccept(text -> check(id, text));
        }

        private static void check(int id, @Nullable String text) {
            if (text == null) {
                throw new AssertionError("no row " + id);
            }
            User user = READER.readValue(text);
            Check.row(id, user.name, user.email, user.created);
        }
    },
    HASH {
        @Override
        RedisFuture<?> write(RedisAsyncCommands<String, String> redis, int id) {
            return redis.hset(
                    "hash:" + id,
                    Map.of(
                            "name",
                            "user " + id,
                            "email",
                            "user" + id + "@example.com",
                            "created",
                            CacheServer.created(id).toString()));
        }

        @Override
        CompletionStage<?> read(RedisAsyncCommands<String, String> redis, int id) {
            return redis.hmget("hash:" + id, "name", "email", "created").thenAccept(fields -> check(id, fields));
        }

        private static void check(int id, List<KeyValue<String, String>> fields) {
            Check.row(
                    id,
                    fields.get(0).getValue(),
                    fields.get(1).getValue(),
                    LocalDateTime.parse(fields.get(2).getValue()));
        }
    };

    private static final ObjectReader READER = JsonMapper.shared().readerFor(User.class);

    /** Stores a row. */
    abstract RedisFuture<?> write(RedisAsyncCommands<String, String> redis, int id);

    /** Reads a row and checks it; the stage fails if it is another. */
    abstract CompletionStage<?> read(RedisAsyncCommands<String, String> redis, int id);

    private record User(String name, String email, LocalDateTime created) {}
}
