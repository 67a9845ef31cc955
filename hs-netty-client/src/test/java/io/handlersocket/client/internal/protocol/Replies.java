// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.protocol;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;

/** Replies as lists of tokens, one character per byte; the token of NULL is {@code "\0"}. */
public final class Replies {

    private Replies() {}

    /** The tokens of a reply, as they came. */
    public static List<String> tokens(Reply reply) {
        List<String> tokens = new ArrayList<>();
        for (int i = 0; i < reply.tokens(); i++) {
            tokens.add(
                    new String(reply.buffer(), reply.tokenFrom(i), reply.tokenTo(i) - reply.tokenFrom(i), ISO_8859_1));
        }
        return tokens;
    }

    /** Feeds a scanner with bytes cut at these places. */
    static List<List<String>> scan(ReplyScanner scanner, String bytes, int... cuts) {
        List<List<String>> lines = new ArrayList<>();
        int from = 0;
        for (int cut : cuts) {
            feed(scanner, bytes.substring(from, cut), lines);
            from = cut;
        }
        feed(scanner, bytes.substring(from), lines);
        return lines;
    }

    private static void feed(ReplyScanner scanner, String bytes, List<List<String>> lines) {
        scanner.feed(Unpooled.wrappedBuffer(bytes.getBytes(ISO_8859_1)), reply -> lines.add(tokens(reply)));
    }
}
