// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.measure;

import java.util.Optional;

/**
 * An arm that runs in another setting than usual.
 *
 * @param server the process that answers, if it is not the one whose costs are measured
 */
public record NamedArm(String name, Arm arm, Optional<ProcessHandle> server) implements Arm {

    @Override
    public long run(Slice slice) throws Exception {
        return arm.run(slice);
    }

    @Override
    public void close() {
        arm.close();
    }
}
