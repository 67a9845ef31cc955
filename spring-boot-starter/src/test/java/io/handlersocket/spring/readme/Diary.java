// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.readme;

import io.handlersocket.spring.app.Player;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

@Entity
class Diary {

    @Id
    long id;

    @ManyToOne(fetch = FetchType.LAZY)
    @Nullable
    Player player;

    @Column(columnDefinition = "varchar(40)")
    String slug = "";

    String title = "";

    @Nullable
    LocalDateTime created;
}
