// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.message;

import io.handlersocket.spring.FastLookup;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.springframework.data.repository.Repository;

/** Messages along the index {@code (recipient_id, sent_at, id)}, without waiting. */
public interface MessageRepository extends Repository<Message, Long> {

    @FastLookup
    CompletableFuture<List<Message.Line>> findTop20ByRecipientIdOrderBySentAtDescIdDesc(long recipientId);
}
