// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.measure;

/** Any blocking read from so many threads. */
public record ThreadsArm(String name, int threads, Threads.Read read) implements Arm {

    @Override
    public long run(Slice slice) throws Exception {
        return Threads.run(threads, slice, read);
    }
}
