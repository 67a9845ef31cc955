// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.concurrent;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A future for users. No driver thread can wait for it, because such a thread completes it. It references nothing but
 * its result.
 */
public final class UserFuture<T> extends CompletableFuture<T> {

    public static <T> CompletableFuture<T> completed(T result) {
        CompletableFuture<T> future = new UserFuture<>();
        future.complete(result);
        return future;
    }

    public static <T> CompletableFuture<T> failed(Throwable failure) {
        CompletableFuture<T> future = new UserFuture<>();
        future.completeExceptionally(failure);
        return future;
    }

    @Override
    public T join() {
        refuseToWait("CompletableFuture.join");
        return super.join();
    }

    @Override
    public T get() throws InterruptedException, ExecutionException {
        refuseToWait("CompletableFuture.get");
        return super.get();
    }

    @Override
    public T get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        refuseToWait("CompletableFuture.get");
        return super.get(timeout, unit);
    }

    private void refuseToWait(String method) {
        if (!isDone()) {
            DriverThread.refuseToWait(method, "thenCompose");
        }
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new UserFuture<>();
    }
}
