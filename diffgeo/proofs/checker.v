(* The checker of diffgeo.proofs once more, with a proof that it is right: what it accepts holds in
   each calculus of forms, that is in all that satisfies the record ``calculus``, as the forms on
   the domain of a chart of a manifold do (Kolar, Michor, Slovak: Natural Operations, section 8).
   Nothing else is assumed. The theorem is ``sound``, at the end. *)

From Coq Require Import ZArith QArith List Bool.
Import ListNotations.
Open Scope Z_scope.

(* --- the calculus ------------------------------------------------------------------------ *)

Definition sg (n : Z) : Q := if Z.even n then 1%Q else (-1)%Q.

(* ``:i(K) i(M) …: t``, which inserts fields of known degree into different slots of t *)
Section Slots.
Variables (form index : Type) (add : form -> form -> form) (scale : Q -> form -> form).
Variable insert : (index -> form) -> form -> form.

Fixpoint moved (go : list (Z * (index -> form)) -> form) (t : form) (k : Z) (K : index -> form)
    (before after : list (Z * (index -> form))) (passed : Z) : form :=
  match after with
  | [] => scale 0 t
  | (m, M) :: rest =>
      add (scale (- sg (passed * (k - 1)))
             (go (before ++ (k - 1 + m, fun a => insert K (M a)) :: rest)))
          (moved go t k K (before ++ [(m, M)]) rest (passed + (m - 1)))
  end.

Fixpoint slots (n : nat) (fields : list (Z * (index -> form))) (t : form) : form :=
  match n, fields with
  | S n, (k, K) :: rest =>
      add (insert K (slots n rest t)) (moved (fun f => slots n f t) t k K [] rest 0)
  | _, _ => t
  end.
End Slots.

Record calculus := {
  form : Type;  (* forms of all degrees and their sums, on the domain of a chart *)
  index : Type;  (* of coordinates; a vector-valued form is the family of its components *)
  zero : form; one : form;
  add : form -> form -> form;
  scale : Q -> form -> form;
  wedge : form -> form -> form;
  coordinate : index -> form;
  identity : index -> form;
  insert : (index -> form) -> form -> form;  (* i_K *)
  lie : (index -> form) -> form -> form;  (* L_K *)
  has : Z -> form -> Prop;  (* is homogeneous of the degree *)

  add_comm : forall v w, add v w = add w v;
  add_assoc : forall u v w, add u (add v w) = add (add u v) w;
  add_zero : forall v, add v zero = v;
  scale_add : forall c v w, scale c (add v w) = add (scale c v) (scale c w);
  scale_plus : forall c d v, scale (c + d) v = add (scale c v) (scale d v);
  scale_mult : forall c d v, scale (c * d) v = scale c (scale d v);
  scale_one : forall v, scale 1 v = v;
  scale_nought : forall v, scale 0 v = zero;
  scale_equal : forall c d v, (c == d)%Q -> scale c v = scale d v;

  wedge_assoc : forall u v w, wedge (wedge u v) w = wedge u (wedge v w);
  wedge_one : forall v, wedge v one = v;
  one_wedge : forall v, wedge one v = v;
  wedge_add : forall u v w, wedge u (add v w) = add (wedge u v) (wedge u w);
  wedge_scale : forall c u v, wedge u (scale c v) = scale c (wedge u v);
  add_wedge : forall u v w, wedge (add u v) w = add (wedge u w) (wedge v w);
  scale_wedge : forall c u v, wedge (scale c u) v = scale c (wedge u v);

  insert_add : forall K v w, insert K (add v w) = add (insert K v) (insert K w);
  insert_scale : forall K c v, insert K (scale c v) = scale c (insert K v);
  add_insert : forall K M w,
    insert (fun a => add (K a) (M a)) w = add (insert K w) (insert M w);
  scale_insert : forall c K w, insert (fun a => scale c (K a)) w = scale c (insert K w);
  wedge_insert : forall u K w, insert (fun a => wedge u (K a)) w = wedge u (insert K w);
  insert_equal : forall K M w, (forall a, K a = M a) -> insert K w = insert M w;
  lie_add : forall K v w, lie K (add v w) = add (lie K v) (lie K w);
  lie_scale : forall K c v, lie K (scale c v) = scale c (lie K v);
  lie_equal : forall K M w, (forall a, K a = M a) -> lie K w = lie M w;
  add_lie : forall K M w, lie (fun a => add (K a) (M a)) w = add (lie K w) (lie M w);
  scale_lie : forall c K w, lie (fun a => scale c (K a)) w = scale c (lie K w);

  has_zero : forall p, has p zero;
  has_one : has 0 one;
  has_add : forall p v w, has p v -> has p w -> has p (add v w);
  has_scale : forall p c v, has p v -> has p (scale c v);
  has_wedge : forall p q v w, has p v -> has q w -> has (p + q) (wedge v w);
  has_coordinate : forall a, has 0 (coordinate a);
  has_identity : forall a, has 1 (identity a);
  has_insert : forall k p K w,
    (forall a, has k (K a)) -> has p w -> has (k - 1 + p) (insert K w);
  has_lie : forall k p K w, (forall a, has k (K a)) -> has p w -> has (k + p) (lie K w);

  (* the axioms of the checker, by name *)
  commute : forall p q s t w, has p s -> has q t ->
    add (wedge s (wedge t w)) (scale (- sg (p * q)) (wedge t (wedge s w))) = zero;
  insert_derivation : forall k p K t w, (forall a, has k (K a)) -> has p t ->
    add (insert K (wedge t w)) (scale (- sg ((k - 1) * p)) (wedge t (insert K w)))
    = wedge (insert K t) w;
  lie_derivation : forall k p K t w, (forall a, has k (K a)) -> has p t ->
    add (lie K (wedge t w)) (scale (- sg (k * p)) (wedge t (lie K w))) = wedge (lie K t) w;
  insert_identity : forall p t, has p t -> insert identity t = scale (inject_Z p) t;
  insertions : forall k m K M w, (forall a, has k (K a)) -> (forall a, has m (M a)) ->
    add (insert K (insert M w)) (scale (- sg ((k - 1) * (m - 1))) (insert M (insert K w)))
    = add (insert (fun a => insert K (M a)) w)
        (scale (- sg ((k - 1) * (m - 1))) (insert (fun a => insert M (K a)) w));
  nilpotent : forall w, lie identity (lie identity w) = zero;
  lie_is : forall k K w, (forall a, has k (K a)) ->
    lie K w
    = add (insert K (lie identity w)) (scale (- sg ((k - 1) * 1)) (lie identity (insert K w)));
  brackets : forall k m K M w, (forall a, has k (K a)) -> (forall a, has m (M a)) ->
    add (lie K (lie M w)) (scale (- sg (k * m)) (lie M (lie K w)))
    = lie (fun a => add (lie K (M a)) (scale (- sg (k * m)) (lie M (K a)))) w;
  mixed : forall k m K M w, (forall a, has k (K a)) -> (forall a, has m (M a)) ->
    add (lie K (insert M w)) (scale (- sg (k * (m - 1))) (insert M (lie K w)))
    = add (insert (fun a => add (lie K (M a)) (scale (- sg (k * m)) (lie M (K a)))) w)
        (scale (- sg (k * (m - 1))) (lie (fun a => insert M (K a)) w));
  coordinates : forall k K a, (forall b, has k (K b)) -> lie K (coordinate a) = K a;
  slots_vanish : forall fields p t,
    (forall k K, In (k, K) fields -> forall a, has k (K a)) -> has p t ->
    p < Z.of_nat (length fields) ->
    slots form index add scale insert (length fields) fields t = zero;
  no_nilpotents : forall f, has 0 f -> wedge f f = zero -> f = zero
}.

(* multiples by zero are zero, so that theorems say ``= zero`` *)
Definition scaled (C : calculus) (c : Q) (v : form C) : form C :=
  if Qeq_bool c 0 then zero C else scale C c v.

Lemma scaled_is C c v : scaled C c v = scale C c v.
Proof.
  unfold scaled. destruct (Qeq_bool c 0) eqn:H; auto. apply Qeq_bool_eq in H.
  rewrite (scale_equal C _ _ _ H), scale_nought. reflexivity.
Qed.

(* the components of the bracket of vector-valued forms of degrees k and m *)
Definition fn_bracket (C : calculus) (k m : Z) (K M : index C -> form C) (a : index C) : form C :=
  add C (lie C K (M a)) (scale C (- sg (k * m)) (lie C M (K a))).

(* --- terms and what they mean -------------------------------------------------------------- *)

Inductive term :=
  | F (n p : nat) | V (n k : nat) | One | Id | X
  | Plus (s t : term) | Scaled (c : Q) (t : term) | Product (s t : term) | Act (P t : term)
  | Bracket (K M : term) | I (K : term) | L (K : term) | E (t : term)
  | Compose (P R : term) | Commutator (P R : term).

Fixpoint degree (t : term) : Z :=
  match t with
  | F _ p | V _ p => Z.of_nat p
  | One | X => 0
  | Id => 1
  | Plus s _ => degree s
  | Scaled _ t | E t | L t => degree t
  | I K => degree K - 1
  | Product s t | Act s t | Bracket s t | Compose s t | Commutator s t => degree s + degree t
  end.

(* SForm and SVector; SOperator does not depend on a coordinate, and SComponent may *)
Inductive sort := SForm | SVector | SOperator | SComponent.

Definition sort_eq_dec : forall s t : sort, {s = t} + {s <> t}.
Proof. decide equality. Defined.

Definition joined (s t : option sort) : option sort :=
  match s, t with
  | Some SOperator, Some SOperator => Some SOperator
  | Some SOperator, Some SComponent | Some SComponent, Some SOperator
  | Some SComponent, Some SComponent => Some SComponent
  | _, _ => None
  end.

Fixpoint sort_of (t : term) : option sort :=
  match t with
  | F _ _ | One => Some SForm
  | V _ _ | Id | X => Some SVector
  | Plus s t =>
      match sort_of s, sort_of t with
      | Some a, Some b => if sort_eq_dec a b then if degree s =? degree t then Some a else None
        else None
      | _, _ => None
      end
  | Scaled _ t => sort_of t
  | Product s t =>
      match sort_of s, sort_of t with
      | Some SForm, Some SForm => Some SForm
      | Some SForm, Some SVector => Some SVector
      | _, _ => None
      end
  | Act P t =>
      match sort_of P, sort_of t with
      | Some SOperator, Some SForm => Some SForm
      | Some SOperator, Some SVector => Some SVector
      | _, _ => None
      end
  | Bracket K M =>
      match sort_of K, sort_of M with Some SVector, Some SVector => Some SVector | _, _ => None end
  | I K | L K => match sort_of K with Some SVector => Some SOperator | _ => None end
  | E t =>
      match sort_of t with
      | Some SForm => Some SOperator
      | Some SVector => Some SComponent
      | _ => None
      end
  | Compose P R | Commutator P R => joined (sort_of P) (sort_of R)
  end.

(* --- polynomials in letters, and lines ----------------------------------------------------- *)

Definition word := list term.
Definition polynomial := list (Q * word).

Definition term_eq_dec : forall s t : term, {s = t} + {s <> t}.
Proof.
  decide equality; try apply Nat.eq_dec; decide equality; (apply Z.eq_dec || apply Pos.eq_dec).
Defined.

Definition word_eq_dec : forall u v : word, {u = v} + {u <> v} := list_eq_dec term_eq_dec.

Fixpoint add_word (c : Q) (u : word) (p : polynomial) : polynomial :=
  match p with
  | [] => [(c, u)]
  | (d, v) :: rest =>
      if word_eq_dec u v then (Qred (c + d), v) :: rest else (d, v) :: add_word c u rest
  end.

Fixpoint collected (p : polynomial) : polynomial :=
  match p with [] => [] | (c, u) :: rest => add_word c u (collected rest) end.

Fixpoint without_zeros (p : polynomial) : polynomial :=
  match p with
  | [] => []
  | (c, u) :: rest =>
      if Qeq_bool c 0 then without_zeros rest else (c, u) :: without_zeros rest
  end.

Definition normal (p : polynomial) : polynomial := without_zeros (collected p).

Fixpoint times (c : Q) (left right : word) (p : polynomial) : polynomial :=
  match p with
  | [] => []
  | (d, u) :: rest => ((c * d)%Q, left ++ u ++ right) :: times c left right rest
  end.

Fixpoint multiplied (p q : polynomial) : polynomial :=
  match p with [] => [] | (c, u) :: rest => times c u [] q ++ multiplied rest q end.

(* i, L and e are linear *)
Fixpoint spread (make : term -> word) (t : term) : polynomial :=
  match t with
  | Plus s t => spread make s ++ spread make t
  | Scaled c t => times c [] [] (spread make t)
  | _ => [(1%Q, make t)]
  end.

Definition product_with (t : term) : word := match t with One => [] | _ => [E t] end.

Fixpoint letters (t : term) : polynomial :=
  match t with
  | Plus s t => letters s ++ letters t
  | Scaled c t => times c [] [] (letters t)
  | I K => spread (fun K => [I K]) K
  | L K => spread (fun K => [L K]) K
  | E t => spread product_with t
  | Compose P R => multiplied (letters P) (letters R)
  | Commutator P R =>
      multiplied (letters P) (letters R)
      ++ times (- sg (degree P * degree R)) [] [] (multiplied (letters R) (letters P))
  | _ => [(1%Q, [t])]
  end.

Definition equation (s t : term) : polynomial := normal (letters (Plus s (Scaled (-1) t))).
Definition vanishing (t : term) : polynomial := normal (letters t).

Fixpoint value_of (u : word) (t : term) : term :=
  match u with
  | [] => t
  | E s :: rest => Product s (value_of rest t)
  | letter :: rest => Act letter (value_of rest t)
  end.

Fixpoint applied (p : polynomial) (t : term) : polynomial :=
  match p with
  | [] => []
  | (c, u) :: rest => times c [] [] (letters (E (value_of u t))) ++ applied rest t
  end.

Definition has_sort (s : sort) (t : term) : bool :=
  match sort_of t with Some r => if sort_eq_dec s r then true else false | None => false end.
Definition is_tensor (t : term) : bool := has_sort SForm t || has_sort SVector t.

Fixpoint lifted_word (u : word) : option word :=
  match u with
  | E t :: rest =>
      if has_sort SForm t
      then option_map (cons (E t)) (lifted_word rest)
      else match rest with [] => if has_sort SVector t then Some [I t] else None | _ => None end
  | _ => None
  end.

Fixpoint lifted (p : polynomial) : option polynomial :=
  match p with
  | [] => Some []
  | (c, u) :: rest =>
      match lifted_word u, lifted rest with Some v, Some q => Some ((c, v) :: q) | _, _ => None end
  end.

(* multiples of terms *)
Definition terms := list (Q * term).

Fixpoint moved_terms (go : list term -> terms) (K : term) (before after : list term) (passed : Z)
    : terms :=
  match after with
  | [] => []
  | M :: rest =>
      map (fun part => ((- sg (passed * (degree K - 1)) * fst part)%Q, snd part))
        (go (before ++ Act (I K) M :: rest))
      ++ moved_terms go K (before ++ [M]) rest (passed + (degree M - 1))
  end.

Fixpoint slot_terms (n : nat) (fields : list term) (t : term) : terms :=
  match n, fields with
  | S n, K :: rest =>
      map (fun part => (fst part, Act (I K) (snd part))) (slot_terms n rest t)
      ++ moved_terms (fun f => slot_terms n f t) K [] rest 0
  | _, _ => [(1%Q, t)]
  end.

Fixpoint products_with (parts : terms) : polynomial :=
  match parts with
  | [] => []
  | (c, t) :: rest => times c [] [] (letters (E t)) ++ products_with rest
  end.

Inductive line :=
  | Total (parts : list (Q * word * nat * word)) | Lift (n : nat) | Apply (n : nat) (t : term)
  | AxProduct (s t : term) | AxValue (P t : term) | AxCommute (s t : term)
  | AxI (K t : term) | AxL (K t : term) | AxSlots (t : term) (fields : list term)
  | AxDegree (t : term) | AxInsertions (K M : term) | AxNilpotent | AxLie (K : term)
  | AxBrackets (K M : term) | AxMixed (K M : term) | AxCoordinate (K : term)
  | AxComponents (K M : term) | CancelSquare (u : term) (n : nat)
  | CancelBy (u : term) (k : nat) (told : list nat).

Definition if_ (condition : bool) (p : polynomial) : option polynomial :=
  if condition then Some p else None.

Fixpoint total (known : list polynomial) (parts : list (Q * word * nat * word)) : polynomial :=
  match parts with
  | [] => []
  | (c, u, n, v) :: rest => times c u v (nth n known []) ++ total known rest
  end.

(* a form or vector-valued form is zero *)
Definition zero_of (t : term) : polynomial :=
  match sort_of t with Some SVector => vanishing (I t) | _ => vanishing (E t) end.

Definition same (p q : polynomial) : bool :=
  match normal (p ++ times (-1) [] [] q) with [] => true | _ => false end.

(* lines say that a vector vanishes in each of these *)
Fixpoint inserted (known : list polynomial) (u : term) (ws : list term) (told : list nat) : bool :=
  match ws, told with
  | [], [] => true
  | w :: ws, n :: told =>
      is_tensor w && same (nth n known []) (zero_of (Act (I u) w)) && inserted known u ws told
  | _, _ => false
  end.

(* ``supposed`` are lists of terms: only the zero vector vanishes in all terms of a list *)
Definition step (supposed : list (list term)) (known : list polynomial) (next : line)
    : option polynomial :=
  let vector := has_sort SVector in
  match next with
  | Total parts => Some (normal (total known parts))
  | Lift n => option_map normal (lifted (nth n known []))
  | Apply n t => Some (normal (applied (nth n known []) t))
  | AxProduct s t => Some (equation (E (Product s t)) (Compose (E s) (E t)))
  | AxValue P t =>
      Some (normal (times (-1) [] [] (letters (E (Act P t))) ++ applied (letters P) t))
  | AxCommute s t => if_ (is_tensor s && is_tensor t) (vanishing (Commutator (E s) (E t)))
  | AxI K t =>
      if_ (vector K && is_tensor t) (equation (Commutator (I K) (E t)) (E (Act (I K) t)))
  | AxL K t =>
      if_ (vector K && is_tensor t) (equation (Commutator (L K) (E t)) (E (Act (L K) t)))
  | AxSlots t fields =>
      if_ (is_tensor t && forallb vector fields && (degree t <? Z.of_nat (length fields)))
        (normal (products_with (slot_terms (length fields) fields t)))
  | AxDegree t => if_ (is_tensor t) (equation (E (Act (I Id) t)) (E (Scaled (inject_Z (degree t))
    t)))
  | AxInsertions K M =>
      if_ (vector K && vector M)
        (equation (Commutator (I K) (I M))
          (Plus (I (Act (I K) M))
            (Scaled (- sg (degree (I K) * degree (I M))) (I (Act (I M) K)))))
  | AxNilpotent => Some (vanishing (Compose (L Id) (L Id)))
  | AxLie K => if_ (vector K) (equation (L K) (Commutator (I K) (L Id)))
  | AxBrackets K M =>
      if_ (vector K && vector M) (equation (Commutator (L K) (L M)) (L (Bracket K M)))
  | AxMixed K M =>
      if_ (vector K && vector M)
        (equation (Commutator (L K) (I M))
          (Plus (I (Bracket K M)) (Scaled (- sg (degree (L K) * degree (I M))) (L (Act (I M) K)))))
  | AxCoordinate K => if_ (vector K) (equation (E (Act (L K) X)) (E K))
  | AxComponents K M =>
      Some (equation (E (Bracket K M))
        (E (Plus (Act (L K) M) (Scaled (- sg (degree K * degree M)) (Act (L M) K)))))
  | CancelSquare u n =>
      if_ (has_sort SForm u && (degree u =? 0) && same (nth n known []) (zero_of (Product u u)))
        (zero_of u)
  | CancelBy u k told =>
      match nth_error supposed k with
      | Some ws => if_ (vector u && (degree u =? 0) && inserted known u ws told) (zero_of u)
      | None => None
      end
  end.

Fixpoint steps (supposed : list (list term)) (known : list polynomial) (rest : list line)
    : option (list polynomial) :=
  match rest with
  | [] => Some known
  | next :: rest =>
      match step supposed known next with
      | Some p => steps supposed (known ++ [p]) rest
      | None => None
      end
  end.

Definition stated (sides : term * term) : polynomial :=
  let (s, t) := sides in
  match sort_of s with
  | Some SForm => equation (E s) (E t)
  | Some SVector => equation (I s) (I t)
  | _ => equation s t
  end.

Definition check (supposed : list (list term)) (relations : list (term * term))
    (statement : term * term) (proof : list line) : bool :=
  let (s, t) := statement in
  (negb (has_sort SVector s) || (has_sort SVector t && (degree s =? degree t))) &&
  match steps supposed (map stated relations) proof with
  | Some known => same (stated statement) (last known [])
  | None => false
  end.

Section Meaning.
Variable C : calculus.
Variable forms : nat -> nat -> form C.
Variable vectors : nat -> nat -> index C -> form C.
Hypothesis forms_have : forall n p, has C (Z.of_nat p) (forms n p).
Hypothesis vectors_have : forall n k a, has C (Z.of_nat k) (vectors n k a).

Notation "v + w" := (add C v w).
Notation "c * v" := (scale C c v).

(* the components of a form (all the same) or vector-valued form, and the operator of a term *)
Fixpoint meaning (t : term) : (index C -> form C) * (index C -> form C -> form C) :=
  let nothing := fun _ _ => zero C in
  match t with
  | F n p => (fun _ => forms n p, nothing)
  | V n k => (vectors n k, nothing)
  | One => (fun _ => one C, nothing)
  | Id => (identity C, nothing)
  | X => (coordinate C, nothing)
  | Plus s t =>
      (fun a => fst (meaning s) a + fst (meaning t) a,
       fun a w => snd (meaning s) a w + snd (meaning t) a w)
  | Scaled c t =>
      (fun a => scaled C c (fst (meaning t) a), fun a w => scaled C c (snd (meaning t) a w))
  | Product s t => (fun a => wedge C (fst (meaning s) a) (fst (meaning t) a), nothing)
  | Act P t => (fun a => snd (meaning P) a (fst (meaning t) a), nothing)
  | Bracket K M =>
      (fun a => lie C (fst (meaning K)) (fst (meaning M) a)
        + (- sg (degree K * degree M))%Q * lie C (fst (meaning M)) (fst (meaning K) a), nothing)
  | I K => (fun _ => zero C, fun _ w => insert C (fst (meaning K)) w)
  | L K => (fun _ => zero C, fun _ w => lie C (fst (meaning K)) w)
  | E t => (fun _ => zero C, fun a w => wedge C (fst (meaning t) a) w)
  | Compose P R => (fun _ => zero C, fun a w => snd (meaning P) a (snd (meaning R) a w))
  | Commutator P R =>
      (fun _ => zero C, fun a w => snd (meaning P) a (snd (meaning R) a w)
        + (- sg (degree P * degree R))%Q * snd (meaning R) a (snd (meaning P) a w))
  end.

Definition value t := fst (meaning t).
Definition operator t := snd (meaning t).

Lemma zero_add v : zero C + v = v.
Proof. rewrite add_comm. apply add_zero. Qed.

Lemma scale_zero c : c * zero C = zero C.
Proof.
  rewrite <- (scale_nought C (zero C)), <- scale_mult.
  rewrite (scale_equal C (c * 0) 0) by ring. reflexivity.
Qed.

Lemma add_cross u v w z : (u + v) + (w + z) = (u + w) + (v + z).
Proof. rewrite !add_assoc, <- (add_assoc C u v w), (add_comm C v w), (add_assoc C u w v).
reflexivity. Qed.

Lemma scale_swap c d v : c * (d * v) = d * (c * v).
Proof. rewrite <- !scale_mult. apply scale_equal. ring. Qed.

Lemma wedge_zero u : wedge C u (zero C) = zero C.
Proof. rewrite <- (scale_nought C (zero C)), wedge_scale, !scale_nought. reflexivity. Qed.

Lemma operator_add t a v w : operator t a (v + w) = operator t a v + operator t a w.
Proof.
  revert a v w. unfold operator. induction t; intros; simpl; rewrite ?scaled_is;
    repeat first [rewrite IHt | rewrite IHt1 | rewrite IHt2 | rewrite insert_add
      | rewrite lie_add | rewrite wedge_add | rewrite scale_add];
    auto using add_cross, zero_add, eq_sym.
Qed.

Lemma operator_scale t a c v : operator t a (c * v) = c * operator t a v.
Proof.
  revert a v. unfold operator. induction t; intros; simpl; rewrite ?scaled_is;
    repeat first [rewrite IHt | rewrite IHt1 | rewrite IHt2 | rewrite insert_scale
      | rewrite lie_scale | rewrite wedge_scale | rewrite scale_add];
    auto using scale_swap, scale_zero, eq_sym.
  rewrite scale_swap. reflexivity.
Qed.

Lemma operator_zero t a : operator t a (zero C) = zero C.
Proof. rewrite <- (scale_nought C (zero C)), operator_scale, !scale_nought. reflexivity. Qed.

(* --- sorts and degrees --------------------------------------------------------------------- *)

Definition well (t : term) : Prop :=
  match sort_of t with
  | Some SForm =>
      (forall a, has C (degree t) (value t a)) /\ (forall a b, value t a = value t b)
  | Some SVector => forall a, has C (degree t) (value t a)
  | Some SOperator =>
      (forall a p w, has C p w -> has C (degree t + p) (operator t a w)) /\
      (forall a b w, operator t a w = operator t b w)
  | Some SComponent => forall a p w, has C p w -> has C (degree t + p) (operator t a w)
  | None => True
  end.

Lemma well_all t : well t.
Proof.
  induction t; unfold well, value, operator in *; simpl.
  - split; auto.
  - auto.
  - split; auto using has_one.
  - intros. apply has_identity.
  - intros. apply has_coordinate.
  - destruct (sort_of t1) as [a|], (sort_of t2) as [b|]; auto.
    destruct (sort_eq_dec a b) as [<-|]; auto.
    destruct (Z.eqb_spec (degree t1) (degree t2)) as [same|]; auto.
    destruct a; simpl.
    + destruct IHt1 as [H1 E1], IHt2 as [H2 E2]. split; intros.
      * apply has_add; auto. rewrite same. auto.
      * rewrite (E1 a b), (E2 a b). reflexivity.
    + intros. apply has_add; auto. rewrite same. auto.
    + destruct IHt1 as [H1 E1], IHt2 as [H2 E2]. split; intros.
      * apply has_add; auto. rewrite same. auto.
      * rewrite (E1 a b), (E2 a b). reflexivity.
    + intros. apply has_add; auto. rewrite same. auto.
  - destruct (sort_of t) as [[]|]; auto; try (intros; rewrite scaled_is; apply has_scale; auto);
      destruct IHt as [H1 E1]; split; intros; rewrite ?scaled_is; try (apply has_scale; auto);
      rewrite (E1 a b); reflexivity.
  - destruct (sort_of t1) as [[]|], (sort_of t2) as [[]|]; auto;
      destruct IHt1 as [H1 E1]; try destruct IHt2 as [H2 E2];
      try split; intros; try (apply has_wedge; auto).
    rewrite (E1 a b), (E2 a b). reflexivity.
  - destruct (sort_of t1) as [[]|], (sort_of t2) as [[]|]; auto;
      destruct IHt1 as [H1 E1]; try destruct IHt2 as [H2 E2];
      try split; intros; auto.
    rewrite (E2 a b). apply E1.
  - destruct (sort_of t1) as [[]|], (sort_of t2) as [[]|]; auto. intros. apply has_add.
    + apply has_lie; auto.
    + apply has_scale. rewrite Z.add_comm. apply has_lie; auto.
  - destruct (sort_of t) as [[]|]; auto. split; intros; auto. apply has_insert; auto.
  - destruct (sort_of t) as [[]|]; auto. split; intros; auto. apply has_lie; auto.
  - destruct (sort_of t) as [[]|]; auto.
    + destruct IHt as [H1 E1]. split; intros.
      * apply has_wedge; auto.
      * rewrite (E1 a b). reflexivity.
    + intros. apply has_wedge; auto.
  - destruct (sort_of t1) as [[]|], (sort_of t2) as [[]|]; simpl; auto;
      try destruct IHt1 as [H1 E1]; try destruct IHt2 as [H2 E2];
      try split; intros; rewrite <- ?Z.add_assoc; auto.
    rewrite (E2 a b). apply E1.
  - destruct (sort_of t1) as [[]|], (sort_of t2) as [[]|]; simpl; auto;
      try destruct IHt1 as [H1 E1]; try destruct IHt2 as [H2 E2];
      try split; intros;
      try (apply has_add; [rewrite <- Z.add_assoc; auto
        | apply has_scale; rewrite (Z.add_comm (degree t1)), <- Z.add_assoc; auto]).
    rewrite (E2 a b), !(E1 a b), (E2 a b). reflexivity.
Qed.

Lemma form_has t : sort_of t = Some SForm -> forall a, has C (degree t) (value t a).
Proof. intros H. generalize (well_all t). unfold well. rewrite H. tauto. Qed.

Lemma form_constant t : sort_of t = Some SForm -> forall a b, value t a = value t b.
Proof. intros H. generalize (well_all t). unfold well. rewrite H. tauto. Qed.

Lemma vector_has t : sort_of t = Some SVector -> forall a, has C (degree t) (value t a).
Proof. intros H. generalize (well_all t). unfold well. rewrite H. tauto. Qed.

Lemma has_sort_is s t : has_sort s t = true -> sort_of t = Some s.
Proof.
  unfold has_sort. destruct (sort_of t) as [r|]; [destruct (sort_eq_dec s r)|]; congruence.
Qed.

Lemma tensor_has t : is_tensor t = true -> forall a, has C (degree t) (value t a).
Proof.
  unfold is_tensor. intros H. apply orb_prop in H. destruct H as [H|H];
    apply has_sort_is in H; auto using form_has, vector_has.
Qed.

Fixpoint run (u : word) (a : index C) (w : form C) : form C :=
  match u with [] => w | letter :: rest => operator letter a (run rest a w) end.

Fixpoint eval (p : polynomial) (a : index C) (w : form C) : form C :=
  match p with [] => zero C | (c, u) :: rest => c * run u a w + eval rest a w end.

Lemma run_app u v a w : run (u ++ v) a w = run u a (run v a w).
Proof. induction u; simpl; congruence. Qed.

Lemma run_add u a v w : run u a (v + w) = run u a v + run u a w.
Proof. induction u; simpl; auto. rewrite IHu. apply operator_add. Qed.

Lemma run_scale u a c w : run u a (c * w) = c * run u a w.
Proof. induction u; simpl; auto. rewrite IHu. apply operator_scale. Qed.

Lemma run_zero u a : run u a (zero C) = zero C.
Proof. induction u; simpl; auto. rewrite IHu. apply operator_zero. Qed.

Lemma eval_app p q a w : eval (p ++ q) a w = eval p a w + eval q a w.
Proof.
  induction p as [|[c u] p]; simpl; [symmetry; apply zero_add|].
  rewrite IHp. apply add_assoc.
Qed.

Lemma eval_times c u v p a w : eval (times c u v p) a w = c * run u a (eval p a (run v a w)).
Proof.
  induction p as [|[d z] p]; simpl; [rewrite run_zero; symmetry; apply scale_zero|].
  rewrite IHp, !run_app, run_add, scale_add, run_scale, scale_mult. reflexivity.
Qed.

Lemma eval_multiplied p q a w : eval (multiplied p q) a w = eval p a (eval q a w).
Proof.
  induction p as [|[c u] p]; simpl; auto. rewrite eval_app, eval_times, IHp. reflexivity.
Qed.

Lemma eval_add_word c u p a w : eval (add_word c u p) a w = c * run u a w + eval p a w.
Proof.
  induction p as [|[d v] p]; simpl; auto. destruct (word_eq_dec u v) as [<-|]; simpl.
  - rewrite (scale_equal C _ _ _ (Qred_correct (c + d))), scale_plus, add_assoc. reflexivity.
  - rewrite IHp, !add_assoc, (add_comm C (d * _)). reflexivity.
Qed.

Lemma eval_normal p a w : eval (normal p) a w = eval p a w.
Proof.
  unfold normal. transitivity (eval (collected p) a w).
  - generalize (collected p). induction p0 as [|[c u] q]; simpl; auto.
    destruct (Qeq_bool c 0) eqn:H; simpl; rewrite IHq; auto.
    apply Qeq_bool_eq in H. rewrite (scale_equal C _ _ _ H), scale_nought, zero_add. reflexivity.
  - induction p as [|[c u] p]; simpl; auto. rewrite eval_add_word, IHp. reflexivity.
Qed.

Lemma eval_one u a w : eval [(1%Q, u)] a w = run u a w.
Proof. simpl. rewrite scale_one. apply add_zero. Qed.

Lemma eval_spread (make : term -> word) (f : (index C -> form C) -> index C -> form C -> form C) t
  a w :
  (forall t, run (make t) a w = f (value t) a w) ->
  (forall K M, f (fun a => K a + M a) a w = f K a w + f M a w) ->
  (forall c K, f (fun a => scaled C c (K a)) a w = c * f K a w) ->
  eval (spread make t) a w = f (value t) a w.
Proof.
  intros H plus multiple. induction t; cbn [spread]; try (rewrite eval_one; apply H).
  - rewrite eval_app, IHt1, IHt2, <- plus. reflexivity.
  - rewrite eval_times. simpl run. rewrite IHt, <- multiple. reflexivity.
Qed.

Lemma eval_letters t a w : eval (letters t) a w = operator t a w.
Proof.
  revert a w. induction t; intros; cbn [letters]; try (rewrite eval_one; reflexivity).
  - rewrite eval_app, IHt1, IHt2. reflexivity.
  - rewrite eval_times. simpl run. rewrite IHt. symmetry. apply scaled_is.
  - apply (eval_spread _ (fun K _ w => insert C K w)); intros; try reflexivity.
    + apply add_insert.
    + rewrite <- scale_insert. apply insert_equal. intros. apply scaled_is.
  - apply (eval_spread _ (fun K _ w => lie C K w)); intros; try reflexivity.
    + apply add_lie.
    + rewrite <- scale_lie. apply lie_equal. intros. apply scaled_is.
  - apply (eval_spread _ (fun K a w => wedge C (K a) w)); intros.
    + destruct t0; try reflexivity. symmetry. apply one_wedge.
    + apply add_wedge.
    + rewrite scaled_is. apply scale_wedge.
  - rewrite eval_multiplied, IHt1, IHt2. reflexivity.
  - rewrite eval_app, eval_times, !eval_multiplied. simpl run.
    rewrite !IHt1, !IHt2, ?IHt1. reflexivity.
Qed.

Lemma minus_self v : v + (-1)%Q * v = zero C.
Proof.
  transitivity (1%Q * v + (-1)%Q * v); [rewrite scale_one; reflexivity|].
  rewrite <- scale_plus. apply scale_nought.
Qed.

Lemma minus_zero v w : v + (-1)%Q * w = zero C -> v = w.
Proof.
  intros H. rewrite <- (zero_add w), <- H, <- add_assoc, (add_comm C _ w), minus_self, add_zero.
  reflexivity.
Qed.

Definition vanishes (p : polynomial) : Prop := forall a w, eval p a w = zero C.

Lemma equation_vanishes s t :
  (forall a w, operator s a w = operator t a w) <-> vanishes (equation s t).
Proof.
  unfold vanishes, equation. split; intros H a w.
  - rewrite eval_normal, eval_letters. unfold operator in *. simpl. rewrite H. apply minus_self.
  - specialize (H a w). rewrite eval_normal, eval_letters in H. apply minus_zero. exact H.
Qed.

Lemma vanishing_vanishes t : (forall a w, operator t a w = zero C) -> vanishes (vanishing t).
Proof. intros H a w. unfold vanishing. rewrite eval_normal, eval_letters. apply H. Qed.

Lemma value_value_of u t a : value (value_of u t) a = run u a (value t a).
Proof.
  induction u as [|letter u]; simpl; auto.
  destruct letter; unfold value, operator in *; simpl; rewrite ?IHu; reflexivity.
Qed.

Lemma eval_applied p t a w : eval (applied p t) a w = wedge C (eval p a (value t a)) w.
Proof.
  induction p as [|[c u] p]; cbn [applied eval].
  - rewrite <- (scale_nought C (zero C)) at 2. rewrite scale_wedge, scale_nought. reflexivity.
  - rewrite eval_app, IHp, eval_times, eval_letters, add_wedge, scale_wedge. simpl run.
    unfold operator. simpl. fold (value (value_of u t)). rewrite value_value_of. reflexivity.
Qed.

Lemma zero_wedge w : wedge C (zero C) w = zero C.
Proof. rewrite <- (scale_nought C (zero C)), scale_wedge, !scale_nought. reflexivity. Qed.

Lemma run_lifted u v a w :
  lifted_word u = Some v -> run v a w = insert C (fun b => run u b (one C)) w.
Proof.
  revert v. induction u as [|letter u]; intros v; cbn [lifted_word]; [discriminate|].
  destruct letter; try discriminate. destruct (has_sort SForm letter) eqn:H.
  - destruct (lifted_word u) as [z|]; simpl; [|discriminate]. intros E. injection E as <-.
    simpl. rewrite (IHu _ eq_refl). unfold operator. simpl.
    rewrite <- wedge_insert. apply insert_equal. intros b.
    f_equal. apply form_constant, has_sort_is, H.
  - destruct u; [|discriminate]. destruct (has_sort SVector letter); [|discriminate].
    intros E. injection E as <-. simpl. unfold operator. simpl. apply insert_equal.
    intros b. symmetry. apply wedge_one.
Qed.

Lemma eval_lifted p q a w :
  lifted p = Some q -> eval q a w = insert C (fun b => eval p b (one C)) w.
Proof.
  revert q. induction p as [|[c u] p]; intros q; cbn [lifted].
  - intros E. injection E as <-. simpl.
    rewrite (insert_equal C _ (fun b => 0%Q * zero C)) by (intros; symmetry; apply scale_nought).
    rewrite scale_insert, scale_nought. reflexivity.
  - destruct (lifted_word u) as [v|] eqn:H; [|discriminate].
    destruct (lifted p) as [r|]; [|discriminate]. intros E. injection E as <-. simpl.
    rewrite (IHp _ eq_refl), (run_lifted _ _ _ _ H), <- scale_insert, <- add_insert. reflexivity.
Qed.

Lemma lift_vanishes p q : vanishes p -> lifted p = Some q -> vanishes q.
Proof.
  intros H E a w. rewrite (eval_lifted _ _ _ _ E).
  rewrite (insert_equal C _ (fun b => 0%Q * zero C)).
  - rewrite scale_insert. apply scale_nought.
  - intros b. rewrite H. symmetry. apply scale_nought.
Qed.

Definition field_of (K : term) : Z * (index C -> form C) := (degree K, value K).

Fixpoint total_value (parts : terms) (a : index C) : form C :=
  match parts with [] => zero C | (c, t) :: rest => c * value t a + total_value rest a end.

Lemma total_value_app p q a : total_value (p ++ q) a = total_value p a + total_value q a.
Proof.
  induction p as [|[c t] p]; simpl; [symmetry; apply zero_add|]. rewrite IHp. apply add_assoc.
Qed.

Lemma total_value_scale c p a :
  total_value (map (fun part => ((c * fst part)%Q, snd part)) p) a = c * total_value p a.
Proof.
  induction p as [|[d t] p]; simpl; [symmetry; apply scale_zero|].
  rewrite IHp, scale_mult, scale_add. reflexivity.
Qed.

Lemma insert_zero K : insert C K (zero C) = zero C.
Proof. rewrite <- (scale_nought C (zero C)), insert_scale, !scale_nought. reflexivity. Qed.

Lemma total_value_insert K p a :
  total_value (map (fun part => (fst part, Act (I K) (snd part))) p) a
  = insert C (value K) (total_value p a).
Proof.
  induction p as [|[d t] p]; simpl; [symmetry; apply insert_zero|].
  rewrite IHp, insert_add, insert_scale. reflexivity.
Qed.

Lemma value_moved go go' t K before after passed a :
  (forall f, total_value (go f) a = go' (map field_of f)) ->
  total_value (moved_terms go K before after passed) a
  = moved _ _ (add C) (scale C) (insert C) go' t (degree K) (value K)
      (map field_of before) (map field_of after) passed.
Proof.
  intros H. revert before passed. induction after as [|M after]; intros;
    cbn [moved_terms map moved].
  - symmetry. apply scale_nought.
  - rewrite total_value_app, total_value_scale, H, IHafter, !map_app. reflexivity.
Qed.

Lemma value_slots n fields t a :
  total_value (slot_terms n fields t) a
  = slots _ _ (add C) (scale C) (insert C) n (map field_of fields) (value t a).
Proof.
  assert (nothing : total_value [(1%Q, t)] a = value t a)
    by (simpl; rewrite scale_one; apply add_zero).
  revert fields. induction n as [|n]; intros [|K fields]; try exact nothing.
  cbn [slot_terms map slots]. change (field_of K) with (degree K, value K). cbv iota beta.
  rewrite total_value_app, total_value_insert, IHn.
  rewrite (value_moved _ (fun f => slots _ _ (add C) (scale C) (insert C) n f (value t a)) (value
    t a));
    auto.
Qed.

Lemma eval_products_with parts a w :
  eval (products_with parts) a w = wedge C (total_value parts a) w.
Proof.
  induction parts as [|[c t] parts]; cbn [products_with total_value].
  - symmetry. apply zero_wedge.
  - rewrite eval_app, eval_times, eval_letters, IHparts, add_wedge, scale_wedge. reflexivity.
Qed.

Lemma components_by_insertion k K a :
  (forall b, has C k (K b)) -> insert C K (identity C a) = K a.
Proof.
  intros H. rewrite <- (coordinates C 1 (identity C) a (has_identity C)).
  rewrite <- (coordinates C k K a H), (lie_is C k K _ H) at 1.
  assert (none : insert C K (coordinate C a) = zero C).
  { generalize (slots_vanish C [(k, K)] 0 (coordinate C a)). simpl.
    rewrite scale_nought, add_zero. intros E. apply E; auto using has_coordinate, Z.lt_0_1.
    intros m M [[= <- <-]|[]]; auto. }
  rewrite none, <- (scale_nought C (zero C)), lie_scale, !scale_nought, scale_zero, add_zero.
  reflexivity.
Qed.

Lemma same_vanishes p q : same p q = true -> (vanishes p <-> vanishes q).
Proof.
  unfold same. destruct (normal _) eqn:N; [intros _|discriminate].
  assert (forall a w, eval p a w = eval q a w) as H.
  { intros a w. apply minus_zero. transitivity (eval (p ++ times (-1) [] [] q) a w).
    - rewrite eval_app, eval_times. reflexivity.
    - rewrite <- eval_normal, N. reflexivity. }
  unfold vanishes. split; intros E a w; [rewrite <- H|rewrite H]; apply E.
Qed.

Lemma zero_of_vanishes t :
  is_tensor t = true -> (vanishes (zero_of t) <-> forall a, value t a = zero C).
Proof.
  intros T. unfold zero_of, vanishes. split.
  - intros H a. generalize (H a (one C)) (H a (identity C a)).
    destruct (sort_of t) as [[]|] eqn:S; unfold vanishing; rewrite !eval_normal, !eval_letters;
      unfold operator; simpl; fold (value t); rewrite ?wedge_one; auto.
    rewrite (components_by_insertion (degree t)) by (apply vector_has, S). auto.
  - intros H a w. assert (eval (vanishing (E t)) a w = zero C /\ eval (vanishing (I t)) a w = zero
      C).
    { unfold vanishing. rewrite !eval_normal, !eval_letters. unfold operator. simpl. fold (value t).
      rewrite H, zero_wedge. split; auto.
      rewrite (insert_equal C _ (fun b => 0%Q * zero C)) by (intros; rewrite H; symmetry;
        apply scale_nought).
      rewrite scale_insert. apply scale_nought. }
    destruct (sort_of t) as [[]|]; tauto.
Qed.

(* what it says that only the zero vector vanishes in all of these terms *)
Fixpoint vanishing_in (ws : list term) (V : index C -> form C) (conclusion : Prop) : Prop :=
  match ws with
  | [] => conclusion
  | w :: rest =>
      (forall a : index C, insert C V (value w a) = zero C) -> vanishing_in rest V conclusion
  end.

Definition injective (ws : list term) : Prop :=
  forall V, (forall a, has C 0 (V a)) -> vanishing_in ws V (forall a, V a = zero C).

Lemma inserted_vanishes known u ws told conclusion :
  has_sort SVector u = true -> (forall n, vanishes (nth n known [])) ->
  inserted known u ws told = true -> vanishing_in ws (value u) conclusion -> conclusion.
Proof.
  intros U all. revert told. induction ws as [|w ws]; intros [|n told]; simpl; try discriminate;
    auto.
  rewrite !andb_true_iff. intros [[T S] H] given. apply (IHws told H), given.
  apply (zero_of_vanishes (Act (I u) w)).
  - unfold is_tensor, has_sort in *. simpl. destruct (sort_of u) as [[]|]; simpl in *;
      try discriminate.
    destruct (sort_of w) as [[]|]; auto.
  - apply (same_vanishes _ _ S), all.
Qed.

Section Steps.
Variable supposed : list (list term).
Hypothesis all_injective : Forall injective supposed.

Lemma step_vanishes known next p :
  Forall vanishes known -> step supposed known next = Some p -> vanishes p.
Proof.
  intros all. assert (nth_vanishes : forall n, vanishes (nth n known [])).
  { intros n. destruct (nth_in_or_default n known []) as [H| ->].
    - rewrite Forall_forall in all. auto.
    - intros a w. reflexivity. }
  destruct next; cbn [step]; unfold if_; intros H;
    try match type of H with (if ?b then _ else _) = _ => destruct b eqn:typed; [|discriminate] end;
    repeat rewrite andb_true_iff in typed;
    try match type of H with
      Some _ = Some _ => apply (f_equal (fun o => match o with Some q => q | None => p end)) in H;
        cbv beta iota in H; subst p
    end.
  - intros a w. rewrite eval_normal. induction parts as [|[[[c u] n] v] parts];
      [reflexivity|]. cbn [total]. rewrite eval_app, eval_times, nth_vanishes, run_zero,
        scale_zero, zero_add. apply IHparts.
  - destruct (lifted (nth n known [])) as [q|] eqn:E; [|discriminate]. injection H as <-.
    intros a w. rewrite eval_normal. apply (lift_vanishes _ _ (nth_vanishes n) E).
  - intros a w. rewrite eval_normal, eval_applied, nth_vanishes. apply zero_wedge.
  - apply equation_vanishes. intros a w. apply wedge_assoc.
  - intros a w. rewrite eval_normal, eval_app, eval_times, eval_applied, !eval_letters.
    simpl run. rewrite add_comm. apply minus_self.
  - apply vanishing_vanishes. intros a w. apply (commute C (degree s) (degree t));
      apply tensor_has; tauto.
  - apply equation_vanishes. intros a w.
    apply (insert_derivation C (degree K) (degree t)); [apply vector_has,
      has_sort_is|apply tensor_has]; tauto.
  - apply equation_vanishes. intros a w.
    apply (lie_derivation C (degree K) (degree t)); [apply vector_has,
      has_sort_is|apply tensor_has]; tauto.
  - intros a w. rewrite eval_normal, eval_products_with, value_slots.
    rewrite <- (map_length field_of fields) at 1.
    destruct typed as [[tensor vectors'] few]. rewrite (slots_vanish C _ (degree t)).
    + apply zero_wedge.
    + intros k K HK b. apply in_map_iff in HK. destruct HK as (M & E & HM).
      injection E as <- <-. rewrite forallb_forall in vectors'.
      apply vector_has, has_sort_is, vectors', HM.
    + apply tensor_has, tensor.
    + rewrite map_length. apply Z.ltb_lt, few.
  - apply equation_vanishes. intros a w. unfold operator. simpl.
    rewrite scaled_is, (insert_identity C (degree t)); [reflexivity|]. apply tensor_has; tauto.
  - apply equation_vanishes. intros a w. unfold operator. simpl. rewrite scaled_is.
    apply (insertions C (degree K) (degree M)); apply vector_has, has_sort_is; tauto.
  - apply vanishing_vanishes. intros a w. apply nilpotent.
  - apply equation_vanishes. intros a w.
    apply (lie_is C (degree K)). apply vector_has, has_sort_is, typed.
  - apply equation_vanishes. intros a w.
    apply (brackets C (degree K) (degree M)); apply vector_has, has_sort_is; tauto.
  - apply equation_vanishes. intros a w. unfold operator. simpl. rewrite scaled_is.
    apply (mixed C (degree K) (degree M)); apply vector_has, has_sort_is; tauto.
  - apply equation_vanishes. intros a w. unfold operator. simpl. f_equal.
    apply (coordinates C (degree K)). apply vector_has, has_sort_is, typed.
  - apply equation_vanishes. intros a w. unfold operator. simpl. rewrite scaled_is. reflexivity.
  - destruct typed as [[U zero] S]. apply has_sort_is in U. apply Z.eqb_eq in zero.
    assert (is_tensor u = true) as T by (unfold is_tensor, has_sort; rewrite U; reflexivity).
    apply zero_of_vanishes; auto. intros a. apply no_nilpotents; [rewrite <- zero; apply form_has,
      U|].
    apply (zero_of_vanishes (Product u u)).
    + unfold is_tensor, has_sort. simpl. rewrite U. reflexivity.
    + apply (same_vanishes _ _ S), nth_vanishes.
  - destruct (nth_error supposed k) as [ws|] eqn:N; [|discriminate].
    destruct (_ && _) eqn:typed in H; [injection H as <-|discriminate].
    rewrite !andb_true_iff in typed. destruct typed as [[U zero] S]. apply Z.eqb_eq in zero.
    apply zero_of_vanishes; [unfold is_tensor; rewrite U; apply orb_true_r|].
    apply (inserted_vanishes _ _ _ _ _ U nth_vanishes S).
    rewrite Forall_forall in all_injective. apply (all_injective ws (nth_error_In _ _ N)).
    rewrite <- zero. apply vector_has, has_sort_is, U.
Qed.

Lemma steps_vanish proof known found :
  Forall vanishes known -> steps supposed known proof = Some found -> Forall vanishes found.
Proof.
  revert known. induction proof as [|next proof]; cbn [steps]; intros known all H.
  - injection H as <-. exact all.
  - destruct (step supposed known next) as [p|] eqn:E; [|discriminate].
    apply (IHproof (known ++ [p])); auto. apply Forall_app. split; auto.
    constructor; auto. apply (step_vanishes known next); auto.
Qed.

(* what an equation of two terms says *)
Definition holds (sides : term * term) : Prop :=
  let (s, t) := sides in
  match sort_of s with
  | Some SForm | Some SVector => forall a, value s a = value t a
  | _ => forall a w, operator s a w = operator t a w
  end.

Lemma relation_vanishes sides : holds sides -> vanishes (stated sides).
Proof.
  destruct sides as [s t]. unfold holds, stated.
  destruct (sort_of s) as [[]|]; intros H; apply equation_vanishes; auto.
  - intros a w. unfold operator. simpl. fold (value s) (value t). rewrite H. reflexivity.
  - intros a w. unfold operator. simpl. apply insert_equal, H.
Qed.

Theorem sound relations statement proof :
  check supposed relations statement proof = true -> Forall holds relations -> holds statement.
Proof.
  destruct statement as [s t]. unfold check. intros H given. apply andb_prop in H.
  destruct H as [sorts H].
  destruct (steps supposed (map stated relations) proof) as [found|] eqn:E; [|discriminate].
  apply steps_vanish in E;
    [|apply Forall_map; eapply Forall_impl; [|exact given]; apply relation_vanishes].
  assert (vanishes (stated (s, t))) as V.
  { assert (vanishes (last found [])) as Z.
    { clear - E. induction found as [|p found]; simpl; [intros a w; reflexivity|].
      inversion E; subst. destruct found; auto. }
    apply (same_vanishes _ _ H), Z. }
  unfold stated in V. unfold holds.
  destruct (sort_of s) as [[]|] eqn:S; 
    rewrite <- equation_vanishes in V; try exact V.
  - intros a. generalize (V a (one C)). unfold operator. simpl. rewrite !wedge_one. auto.
  - intros a. unfold has_sort in sorts at 1. rewrite S in sorts. simpl in sorts.
    apply andb_prop in sorts. destruct sorts as [T same]. apply Z.eqb_eq in same.
    generalize (V a (identity C a)). unfold operator. simpl. fold (value s) (value t).
    rewrite (components_by_insertion (degree s)) by (apply vector_has, S).
    rewrite (components_by_insertion (degree s)); auto.
    rewrite same. apply vector_has, has_sort_is, T.
Qed.

End Steps.
End Meaning.

(* the data that stand for symbols are homogeneous *)
Ltac homogeneous :=
  repeat match goal with |- context [match ?n with O => _ | S _ => _ end] => destruct n end;
  first [apply has_zero | match goal with H : _ |- _ => exact H || apply H end].
