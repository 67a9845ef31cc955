// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.measure;

/** Any reads without waiting, so many in flight. */
public record ChainsArm(String name, Chain.Bundle chains) implements Arm {

    @Override
    public long run(Slice slice) throws InterruptedException {
        return chains.run(slice);
    }
}
